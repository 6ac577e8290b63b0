"""All tables of a house: HTTP and WebSocket, people, storage, clocks, bots. The event log is the game."""
