-- Writes a read model and moves its checkpoint, both or neither.
-- KEYS  checkpoint, then the keys that are written
-- ARGV  position the checkpoint must stand at, position and mark it moves to, then for each write: the place of its
--       key in KEYS, the command, the number of its arguments, the arguments
-- Returns the new position, or an error: CHECKPOINT <where it stands>.
local stands = redis.call('HGET', KEYS[1], 'pos') or '0'
if stands ~= ARGV[1] then
  return redis.error_reply('CHECKPOINT stands at ' .. stands .. ', not at ' .. ARGV[1])
end
local place = 4
while ARGV[place] do
  local count = tonumber(ARGV[place + 2])
  redis.call(ARGV[place + 1], KEYS[tonumber(ARGV[place])], unpack(ARGV, place + 3, place + 2 + count))
  place = place + 3 + count
end
redis.call('HSET', KEYS[1], 'pos', ARGV[2], 'mark', ARGV[3])
return tonumber(ARGV[2])
