"""The games for assistants, by the Model Context Protocol (`gunbai mcp`)."""
