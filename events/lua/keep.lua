-- Renews a lease and tells how the command stream stands.
-- KEYS meta owner commands. ARGV worker, epoch, lease in ms, group, holder.
-- Returns {position, the oldest command if it was read and is not settled, else '', run id of the server}, or an error:
-- FENCED, NOGROUP.
local function before(one, other)
  local ms, seq = string.match(one, '^(%d+)-(%d+)$')
  local ms2, seq2 = string.match(other, '^(%d+)-(%d+)$')
  if ms ~= ms2 then return tonumber(ms) < tonumber(ms2) end
  return tonumber(seq) < tonumber(seq2)
end

local stored = redis.call('HMGET', KEYS[1], 'epoch', 'pos', 'holder')
if stored[1] ~= ARGV[2] or stored[3] ~= ARGV[5] then return redis.error_reply('FENCED epoch is ' .. tostring(stored[1])) end
local groups = redis.pcall('XINFO', 'GROUPS', KEYS[3])
local read
for _, group in ipairs(groups.err and {} or groups) do
  local is = {}
  for place = 1, #group, 2 do is[group[place]] = group[place + 1] end
  if is['name'] == ARGV[4] then read = is['last-delivered-id'] end
end
if not read then return redis.error_reply('NOGROUP no ' .. ARGV[4] .. ' at ' .. KEYS[3]) end
local oldest = redis.call('XRANGE', KEYS[3], '-', '+', 'COUNT', 1)[1]
redis.call('SET', KEYS[2], ARGV[1], 'PX', ARGV[3])
local run = string.match(redis.call('INFO', 'server'), 'run_id:(%x+)') or ''
return {tonumber(stored[2]), oldest and not before(read, oldest[1]) and oldest[1] or '', run}
