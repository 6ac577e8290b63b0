"""Steps from every older schema to the newest; run by themselves when a server starts."""
