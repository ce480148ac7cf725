"""The referee of Train Farm."""
