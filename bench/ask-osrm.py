"""Routes of OSRM for bench/routing.ts: a line of pairs in, a line of microseconds out.

`route` asks for nothing but length and duration: snapping, search and unpacking are timed.
`directions` asks for every step and the whole line. Each is done twice and the second counts. The
cost of Python around a call is in all of them."""
import json
import sys
import time

import osrm

engine = osrm.OSRM(storage_config=sys.argv[1], algorithm="CH", use_shared_memory=False)
KINDS = {
    "route": {"steps": False, "overview": "false", "generate_hints": False},
    "directions": {"steps": True, "overview": "full", "generate_hints": False},
}


def microseconds(pairs, kind):
    times = []
    for west, south, east, north in pairs:
        asked = osrm.RouteParameters(coordinates=[(west, south), (east, north)], **kind)
        started = time.perf_counter()
        try:
            engine.Route(asked)
        except RuntimeError:
            pass  # No route: it took its time all the same.
        times.append(1e6 * (time.perf_counter() - started))
    return times


for line in sys.stdin:
    pairs = json.loads(line)
    answer = {}
    for name, kind in KINDS.items():
        microseconds(pairs, kind)
        answer[name] = microseconds(pairs, kind)
    print(json.dumps(answer), flush=True)
