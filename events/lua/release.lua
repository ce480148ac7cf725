-- Gives a lease back. KEYS meta owner. ARGV worker, epoch, holder. Returns 1 if it was held.
local stored = redis.call('HMGET', KEYS[1], 'epoch', 'holder')
if stored[1] ~= ARGV[2] or stored[2] ~= ARGV[3] then return 0 end
if redis.call('GET', KEYS[2]) ~= ARGV[1] then return 0 end
return redis.call('DEL', KEYS[2])
