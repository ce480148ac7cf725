-- A worker leaves. KEYS beats workers. ARGV name, its own mark. Does nothing when another has its name now.
local told = redis.call('HGET', KEYS[2], ARGV[1])
if not told or string.match(told, '^%S+') ~= ARGV[2] then return 0 end
redis.call('ZREM', KEYS[1], ARGV[1])
return redis.call('HDEL', KEYS[2], ARGV[1])
