# SPDX-License-Identifier: Apache-2.0
"""Plays requests.jsonl to the package and writes the answers: see hosts/conformance/conform."""
import json
import sys

from relist import Server
from relist.exchange import run


def main(requests, answers):
    server = Server(seed=1)
    streams = {}

    def begin(request):
        headers = {"Host": "127.0.0.1", **request["headers"]}
        exchange = server.exchange(0, request.get("method", "GET"), request["target"], list(headers.items()),
                                   request.get("body", "").encode("latin-1"))
        head = run(exchange, exchange.poll_head)
        return exchange, {"status": head.status, "headers": dict(head.headers)}

    with open(requests, encoding="utf-8") as lines, open(answers, "w", encoding="utf-8") as out:
        for line in lines:
            request = json.loads(line)
            if request["op"] == "open":
                streams[request["watch"]], answer = begin(request)
            elif request["op"] == "request":
                exchange, answer = begin(request)
                parts = [b""]
                while request["method"] != "HEAD" and (len(parts) == 1 or parts[-1]):
                    parts.append(run(exchange, exchange.poll_body))
                exchange.end()
                answer["body"] = b"".join(parts).decode("latin-1")
            else:
                exchange, text = streams.pop(request["watch"]), b""
                while len(text) < request["bytes"]:
                    part = run(exchange, exchange.poll_body, 30)
                    if not part:
                        break
                    text += part
                exchange.end(client_gone=True)
                answer = {"body": text.decode("latin-1")}
            out.write(json.dumps(answer) + "\n")


main(*sys.argv[1:])
