"""A server of many tables, which clients open: who may do that, its log, its metrics."""
