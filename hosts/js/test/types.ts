// SPDX-License-Identifier: Apache-2.0
// Compiled only: the declarations fit what the tests do.
import { Server, type Fault, type LoggedRequest } from "relist";

export async function use(): Promise<number> {
  const server = await Server.start({ seed: 1, time: "paused", backends: 2, webhooks: (_url, review) => review });
  const fault: Fault = server.faults.delay({ verb: "list" }, { seconds: 1 });
  const response: Response = await server.fetch(server.url + "/version");
  const rows: LoggedRequest[] = server.requests();
  server.setBackend(1, { freeze: true });
  fault.remove();
  // @ts-expect-error a match has no such member
  server.faults.fail({ resourc: "pods" });
  await server.close();
  return response.status + rows.length;
}
