"""MCP servers held to what `mcp.lock` records of them, once they are asked again."""
