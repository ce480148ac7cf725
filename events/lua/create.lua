-- Makes a partition's meta, once. KEYS meta. ARGV partition count. Returns the count that stands.
redis.call('HSETNX', KEYS[1], 'partitions', ARGV[1])
redis.call('HSETNX', KEYS[1], 'epoch', '0')
redis.call('HSETNX', KEYS[1], 'pos', '0')
return tonumber(redis.call('HGET', KEYS[1], 'partitions'))
