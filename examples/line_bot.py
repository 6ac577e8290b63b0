"""A bot in any language reads questions and writes answers, one JSON object a line. This one takes the last choice."""

import json
import sys

for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        print(json.dumps({"type": "ready", "name": "line bot"}), flush=True)
    elif message["type"] == "choose":
        print(json.dumps({"action": message["legal"][-1]["action"]}), flush=True)
