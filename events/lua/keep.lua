-- Renews a lease and tells how the command stream stands.
-- KEYS meta owner commands. ARGV worker, epoch, lease in ms, group, holder.
-- Returns {position, commands pending, lowest pending id or '', run id of the server}, or an error: FENCED, NOGROUP.
local stored = redis.call('HMGET', KEYS[1], 'epoch', 'pos', 'holder')
if stored[1] ~= ARGV[2] or stored[3] ~= ARGV[5] then return redis.error_reply('FENCED epoch is ' .. tostring(stored[1])) end
local pending = redis.call('XPENDING', KEYS[3], ARGV[4])
redis.call('SET', KEYS[2], ARGV[1], 'PX', ARGV[3])
local run = string.match(redis.call('INFO', 'server'), 'run_id:(%x+)') or ''
return {tonumber(stored[2]), pending[1], pending[2] or '', run}
