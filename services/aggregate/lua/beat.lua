-- A worker tells that it lives, and hears who else does. Those silent for longer than their lease are struck.
-- KEYS beats workers. ARGV name, its own mark, partitions it may serve, lease in ms, 1 to take the name over.
-- Returns 1 where the name was that of another who should still live, else 0; then names and partitions by turns.
-- Returns nothing when the name was taken over by another.
local now = redis.call('TIME')
now = tonumber(now[1]) * 1000 + math.floor(tonumber(now[2]) / 1000)
local told = redis.call('HGET', KEYS[2], ARGV[1])
if told and ARGV[5] == '0' and string.match(told, '^%S+') ~= ARGV[2] then return {} end
local lives = tonumber(redis.call('ZSCORE', KEYS[1], ARGV[1]) or 0)
local other = told and string.match(told, '^%S+') ~= ARGV[2] and lives > now
redis.call('HSET', KEYS[2], ARGV[1], ARGV[2] .. ' ' .. ARGV[3])
redis.call('ZADD', KEYS[1], string.format('%.0f', now + tonumber(ARGV[4])), ARGV[1])
for _, name in ipairs(redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', string.format('%.0f', now))) do
  redis.call('ZREM', KEYS[1], name)
  redis.call('HDEL', KEYS[2], name)
end
local found = { other and 1 or 0 }
local all = redis.call('HGETALL', KEYS[2])
for place = 1, #all, 2 do
  found[place + 1] = all[place]
  found[place + 2] = string.match(all[place + 1], '^%S+ (.*)$')
end
return found
