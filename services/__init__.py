"""The referee and the doors: commands are decided, committed, announced and shown here."""
