// SPDX-License-Identifier: Apache-2.0
// relist serve --exec npm test
import * as k8s from '@kubernetes/client-node';
import assert from 'node:assert/strict';
import { once } from 'node:events';
import http from 'node:http';
import https from 'node:https';
import test from 'node:test';
import { setTimeout } from 'node:timers/promises';

const config = new k8s.KubeConfig();
config.loadFromDefault(); // reads KUBECONFIG
const core = config.makeApiClient(k8s.CoreV1Api);
const namespace = 'default';
const path = `/api/v1/namespaces/${namespace}/configmaps`;

// One call of the control API, on the same port and with the config's CA, certificate or token.
const control = async (what, body) => {
  const url = new URL(`/relist/v1/${what}`, config.getCurrentCluster().server);
  const options = { method: 'POST', headers: { 'Content-Type': 'application/json' } };
  await config.applyToHTTPSOptions(options);
  const request = (url.protocol === 'https:' ? https : http).request(url, options);
  const [response] = await once(request.end(JSON.stringify(body)), 'response');
  response.resume();
  assert.equal(Math.floor(response.statusCode / 100), 2);
};
const until = async (condition) => {
  while (!condition()) await setTimeout(10);
};

test('an informer lists again when history is gone', { timeout: 20000 }, async () => {
  // The next list fails, the one after it does not.
  const match = { verb: 'list', resource: 'configmaps' };
  await control('faults', { kind: 'fail', status: 503, match });
  await assert.rejects(core.listNamespacedConfigMap({ namespace }), { code: 503 });

  let lists = 0;
  const listed = async () => {
    const answer = await core.listNamespacedConfigMap({ namespace });
    lists += 1;
    return answer;
  };
  const seen = [];
  const informer = k8s.makeInformer(config, path, listed);
  for (const type of ['add', 'update', 'delete'])
    informer.on(type, (map) => seen.push(`${type} ${map.data.color}`));
  await informer.start();

  const map = { metadata: { name: 'settings' }, data: { color: 'red' } };
  await core.createNamespacedConfigMap({ namespace, body: map });
  map.data.color = 'blue';
  await core.replaceNamespacedConfigMap({ namespace, name: 'settings', body: map });
  await until(() => seen.length === 2);

  // Something else is written, history is compacted, the watch breaks: 410, and a new list.
  await core.createNamespacedSecret({ namespace, body: { metadata: { name: 'other' } } });
  await control('compact', {});
  await control('watches', { how: 'end' });
  await until(() => lists === 2);

  await core.deleteNamespacedConfigMap({ namespace, name: 'settings' });
  await until(() => seen.length === 3);
  assert.deepEqual(seen, ['add red', 'update blue', 'delete blue']);
  await informer.stop();
  console.log('done');
});
