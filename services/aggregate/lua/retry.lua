-- Puts a parked command into the command stream again, and forgets the outcome it was parked with.
-- KEYS parked commands done refused. ARGV entry, field of a command, its bytes, command id, stored outcome ("" if none).
-- Returns the new entry of the stream; nothing when the command is parked no more or has another outcome by now.
if #redis.call('XRANGE', KEYS[1], ARGV[1], ARGV[1]) == 0 then return nil end
local stored = redis.call('HGET', KEYS[3], ARGV[4]) or ''
if stored ~= ARGV[5] then return nil end
redis.call('HDEL', KEYS[3], ARGV[4])
redis.call('LREM', KEYS[4], 0, ARGV[4])
redis.call('XDEL', KEYS[1], ARGV[1])
return redis.call('XADD', KEYS[2], '*', ARGV[2], ARGV[3])
