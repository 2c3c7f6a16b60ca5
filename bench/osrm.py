"""Routes of OSRM for bench/routing.ts: a line of pairs in, a line of microseconds out, each twice.

The second round counts. A route is asked for with nothing but its length and duration, so that
what is timed is snapping, search and unpacking."""
import json
import sys
import time

import osrm

engine = osrm.OSRM(storage_config=sys.argv[1], use_shared_memory=False, algorithm="CH")
for line in sys.stdin:
    pairs = json.loads(line)
    for _ in range(2):
        times = []
        for west, south, east, north in pairs:
            asked = osrm.RouteParameters(
                coordinates=[(west, south), (east, north)], overview="false", steps=False
            )
            started = time.perf_counter()
            try:
                engine.Route(asked)
            except RuntimeError:
                pass
            times.append(1e6 * (time.perf_counter() - started))
    print(json.dumps(times), flush=True)
