-- What a command came to, read together with a write, so that WAIT on this connection waits for what came before both.
-- KEYS meta done. ARGV command. Returns the outcome, or nothing.
redis.call('HINCRBY', KEYS[1], 'asked', 1)
return redis.call('HGET', KEYS[2], ARGV[1])
