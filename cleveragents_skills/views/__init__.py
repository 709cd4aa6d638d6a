"""Domain values to reports: one module a command. Here every JSON field has its name."""
