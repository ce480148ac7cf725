-- Takes a partition: sets the lease, raises the epoch, makes the group of the command stream.
-- KEYS meta owner log commands. ARGV worker, lease in ms, group, holder.
-- Returns {epoch, position}, or an error: NODEPLOYMENT, TAKEN <worker>, BROKENLOG.
local stored = redis.call('HMGET', KEYS[1], 'partitions', 'pos')
if not stored[1] then return redis.error_reply('NODEPLOYMENT no ' .. KEYS[1]) end
local owner = redis.call('GET', KEYS[2])
if owner and owner ~= ARGV[1] then return redis.error_reply('TAKEN ' .. owner) end
local last = redis.call('XREVRANGE', KEYS[3], '+', '-', 'COUNT', 1)
local head = last[1] and string.match(last[1][1], '^(%d+)-') or '0'
if head ~= stored[2] then return redis.error_reply('BROKENLOG ends at ' .. head .. ', meta says ' .. stored[2]) end
redis.call('SET', KEYS[2], ARGV[1], 'PX', ARGV[2])
local made = redis.pcall('XGROUP', 'CREATE', KEYS[4], ARGV[3], '0', 'MKSTREAM')
if made.err and not string.find(made.err, 'BUSYGROUP', 1, true) then return made end
redis.call('HSET', KEYS[1], 'holder', ARGV[4])
return {redis.call('HINCRBY', KEYS[1], 'epoch', 1), tonumber(stored[2])}
