-- Rows of the outbox, all or none; with a checkpoint when they were planned from the log.
-- KEYS  the schedule (a sorted set of row names by the time they are due), the checkpoint, then the rows of each match
-- ARGV  the position before ("" for none), position and mark after, then for each row:
--       place among the keys, field, bytes before ("" for none), bytes after ("" to delete), due ("" for never),
--       milliseconds for which the match's rows are kept ("" to leave that as it is)
-- Returns the number of the first row that is not as it was thought to be, 0 when all was written; error CHECKPOINT.
if ARGV[1] ~= '' and (redis.call('HGET', KEYS[2], 'pos') or '0') ~= ARGV[1] then
  return redis.error_reply('CHECKPOINT has moved')
end
for at = 4, #ARGV, 6 do
  if (redis.call('HGET', KEYS[tonumber(ARGV[at])], ARGV[at + 1]) or '') ~= ARGV[at + 2] then
    return (at - 4) / 6 + 1
  end
end
for at = 4, #ARGV, 6 do
  local rows, field, after, due, kept = KEYS[tonumber(ARGV[at])], ARGV[at + 1], ARGV[at + 3], ARGV[at + 4], ARGV[at + 5]
  local name = string.match(rows, ':([^:]*)$') .. ' ' .. field
  if after == '' then redis.call('HDEL', rows, field) else redis.call('HSET', rows, field, after) end
  if due == '' then redis.call('ZREM', KEYS[1], name) else redis.call('ZADD', KEYS[1], due, name) end
  if kept ~= '' then redis.call('PEXPIRE', rows, kept) end
end
if ARGV[1] ~= '' then redis.call('HSET', KEYS[2], 'pos', ARGV[2], 'mark', ARGV[3]) end
return 0
