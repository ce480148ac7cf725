-- Takes a partition: sets the lease, raises the epoch, has the command stream read from its oldest entry again.
-- The stream holds what is not settled, for the commit script takes out what is; who has read it does not matter.
-- KEYS meta owner log commands suspects. ARGV worker, lease in ms, group, holder, how often terms may begin with the
-- same oldest command before it is suspected.
-- Returns {epoch, position, the last command that was read before if it and those before it are suspected, else ''},
-- or an error: NODEPLOYMENT, TAKEN <worker>, BROKENLOG.
local function before(one, other)
  local ms, seq = string.match(one, '^(%d+)-(%d+)$')
  local ms2, seq2 = string.match(other, '^(%d+)-(%d+)$')
  if ms ~= ms2 then return tonumber(ms) < tonumber(ms2) end
  return tonumber(seq) < tonumber(seq2)
end

local stored = redis.call('HMGET', KEYS[1], 'partitions', 'pos', 'stuck')
if not stored[1] then return redis.error_reply('NODEPLOYMENT no ' .. KEYS[1]) end
local owner = redis.call('GET', KEYS[2])
if owner and owner ~= ARGV[1] then return redis.error_reply('TAKEN ' .. owner) end
local last = redis.call('XREVRANGE', KEYS[3], '+', '-', 'COUNT', 1)
local head = last[1] and string.match(last[1][1], '^(%d+)-') or '0'
if head ~= stored[2] then return redis.error_reply('BROKENLOG ends at ' .. head .. ', meta says ' .. stored[2]) end

local read = '0-0'
local made = redis.pcall('XGROUP', 'CREATE', KEYS[4], ARGV[3], '0', 'MKSTREAM')
if made.err then
  if not string.find(made.err, 'BUSYGROUP', 1, true) then return made end
  for _, group in ipairs(redis.call('XINFO', 'GROUPS', KEYS[4])) do
    local is = {}
    for place = 1, #group, 2 do is[group[place]] = group[place + 1] end
    if is['name'] == ARGV[3] then read = is['last-delivered-id'] end
  end
  redis.call('XGROUP', 'SETID', KEYS[4], ARGV[3], '0')
end
redis.call('SET', KEYS[2], ARGV[1], 'PX', ARGV[2])
redis.call('HSET', KEYS[1], 'holder', ARGV[4])

local suspected = ''
local oldest = redis.call('XRANGE', KEYS[4], '-', '+', 'COUNT', 1)[1]
if oldest and not before(read, oldest[1]) then
  if stored[3] ~= oldest[1] then redis.call('HSET', KEYS[1], 'stuck', oldest[1], 'begun', 0) end
  local begun = redis.call('HINCRBY', KEYS[1], 'begun', 1)
  if begun >= tonumber(ARGV[5]) or redis.call('HEXISTS', KEYS[5], oldest[1]) == 1 then suspected = read end
elseif stored[3] then
  redis.call('HDEL', KEYS[1], 'stuck', 'begun')
end
return {redis.call('HINCRBY', KEYS[1], 'epoch', 1), tonumber(stored[2]), suspected}
