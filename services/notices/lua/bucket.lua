-- Spend one call from every bucket, or none of them. A bucket is the time until which it is spent (GCRA).
-- KEYS  buckets   ARGV  for each: milliseconds a call costs, how many at once
-- Returns 0, or the milliseconds to wait.
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local spent, wait = {}, 0
for place, key in ipairs(KEYS) do
  local cost, most = tonumber(ARGV[2 * place - 1]), tonumber(ARGV[2 * place])
  spent[place] = math.max(now, tonumber(redis.call('GET', key) or 0)) + cost
  wait = math.max(wait, spent[place] - cost * most - now)
end
if wait > 0 then return math.ceil(wait) end
for place, key in ipairs(KEYS) do
  redis.call('SET', key, string.format('%.0f', spent[place]), 'PX', math.max(1, math.ceil(spent[place] - now)))
end
return 0
