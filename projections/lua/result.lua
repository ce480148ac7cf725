-- Appends the results of finished matches to the log of results, each match once.
-- KEYS results seen. ARGV match, result, match, result ... Returns how many were new.
local last = redis.call('XREVRANGE', KEYS[1], '+', '-', 'COUNT', 1)
local pos = last[1] and tonumber(string.match(last[1][1], '^(%d+)-')) or 0
local new = 0
for place = 1, #ARGV, 2 do
  if redis.call('SADD', KEYS[2], ARGV[place]) == 1 then
    new = new + 1
    redis.call('XADD', KEYS[1], string.format('%.0f-0', pos + new), 'r', ARGV[place + 1])
  end
end
return new
