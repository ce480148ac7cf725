"""The aggregate: commands come in by stream, are decided in order, and go into the log; gateways are answered."""
