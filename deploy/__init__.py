"""The program: assembles record, services and readers into the command `turnpost`."""
