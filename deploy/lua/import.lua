-- Puts a whole match into the log, after everything else in its partition. All checks come before the first write.
-- KEYS meta log match. ARGV match, then the bytes of its commits in order.
-- Returns the new position, or an error: NODEPLOYMENT, PRESENT, BROKENLOG.
local stands = redis.call('HGET', KEYS[1], 'pos')
if not stands then return redis.error_reply('NODEPLOYMENT no ' .. KEYS[1]) end
local pos = tonumber(stands)
if redis.call('EXISTS', KEYS[3]) == 1 then return redis.error_reply('PRESENT ' .. ARGV[1]) end
local last = redis.call('XREVRANGE', KEYS[2], '+', '-', 'COUNT', 1)
local head = last[1] and tonumber(string.match(last[1][1], '^(%d+)-')) or 0
if head ~= pos then return redis.error_reply('BROKENLOG ends at ' .. head) end
for n = 1, #ARGV - 1 do
  pos = pos + 1
  local bytes = ARGV[n + 1]
  redis.call('XADD', KEYS[2], string.format('%.0f-0', pos), 'm', ARGV[1], 'n', string.format('%.0f', n), 'c', bytes)
  redis.call('XADD', KEYS[3], string.format('%.0f-0', n), 'c', bytes)
end
redis.call('HSET', KEYS[1], 'pos', string.format('%.0f', pos))
return pos
