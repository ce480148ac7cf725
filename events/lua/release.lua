-- Gives a lease back. KEYS meta owner. ARGV worker, epoch. Returns 1 if it was held.
if redis.call('HGET', KEYS[1], 'epoch') ~= ARGV[2] then return 0 end
if redis.call('GET', KEYS[2]) ~= ARGV[1] then return 0 end
return redis.call('DEL', KEYS[2])
