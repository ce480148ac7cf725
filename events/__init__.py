"""The record: what can happen in a match and what it means. Pure, except `log`."""
