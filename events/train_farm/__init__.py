"""The record of Train Farm."""
