#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Sends requests in order to the server of KUBECONFIG: caller.py AGENT REQUEST..., each request
"METHOD:PATH". A watch stays open. Then it runs until it is ended; "exit:N" ends it."""
import http.client
import os
import re
import signal
import sys

with open(os.environ["KUBECONFIG"], encoding="utf-8") as f:
    server = re.search(r"server: *['\"]?http://([^'\"\s]+)", f.read()).group(1)
kept = []
for request in sys.argv[2:]:
    method, path = request.split(":", 1)
    if method == "exit":
        os._exit(int(path))
    connection = http.client.HTTPConnection(server, timeout=60)
    connection.request(method, path, "{}" if method != "GET" else None,
                       {"Content-Type": "application/json", "User-Agent": sys.argv[1]})
    response = connection.getresponse()
    if "watch=true" not in path:
        response.read()
        connection.close()
    kept.append(connection)
signal.pause()
