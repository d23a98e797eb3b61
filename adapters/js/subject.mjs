// SPDX-License-Identifier: Apache-2.0
// client-node's informer as a subject of relist (docs/conformance.md), started again five seconds
// after an error, as its documentation shows.
import * as k8s from '@kubernetes/client-node';
import { parseArgs } from 'node:util';

const { values: args } = parseArgs({
  options: {
    resource: { type: 'string', default: 'pods' },
    group: { type: 'string', default: '' },
    version: { type: 'string', default: 'v1' },
    namespace: { type: 'string', default: '' },
    seconds: { type: 'string', default: '60' },
  },
});

const emit = (line) => process.stdout.write(JSON.stringify(line) + '\n');
const key = (obj) =>
  obj.metadata.namespace ? `${obj.metadata.namespace}/${obj.metadata.name}` : obj.metadata.name;

const config = new k8s.KubeConfig();
config.loadFromDefault();
const base = args.group ? `/apis/${args.group}/${args.version}` : `/api/${args.version}`;
const path = args.namespace
  ? `${base}/namespaces/${args.namespace}/${args.resource}`
  : `${base}/${args.resource}`;

const list = () => {
  if (args.group === '' && args.version === 'v1' && args.resource === 'pods') {
    const api = config.makeApiClient(k8s.CoreV1Api);
    return args.namespace
      ? api.listNamespacedPod({ namespace: args.namespace })
      : api.listPodForAllNamespaces();
  }
  const custom = config.makeApiClient(k8s.CustomObjectsApi);
  const where = { group: args.group, version: args.version };
  return args.namespace
    ? custom.listNamespacedCustomObject({ ...where, namespace: args.namespace, plural: args.resource })
    : custom.listCustomObjectForAllNamespaces({
        ...where, plural: args.resource, resourcePlural: args.resource });
};

let synced = false;
const listed = async () => {
  const answer = await list();
  synced = true;
  return answer;
};
const informer = k8s.makeInformer(config, path, listed);
const rvs = new Map();
const notified = (type) => (obj) => {
  emit({ notify: { type, key: key(obj), rv: obj.metadata.resourceVersion, oldRv: rvs.get(key(obj)) } });
  if (type === 'DELETE') rvs.delete(key(obj));
  else rvs.set(key(obj), obj.metadata.resourceVersion);
};
informer.on('add', notified('ADD'));
informer.on('update', notified('UPDATE'));
informer.on('delete', notified('DELETE'));

const failed = (error) => {
  emit({ error: { message: String(error?.message ?? error).slice(0, 500) } });
  setTimeout(start, 5000);
};
const start = () => informer.start().catch(failed);
informer.on('error', failed);
start();

let last = '';
const state = () => {
  const cache = {};
  for (const obj of informer.list()) cache[key(obj)] = obj.metadata.resourceVersion;
  return { state: { cache, synced } };
};
setInterval(() => {
  const now = state();
  if (JSON.stringify(now) !== last) {
    last = JSON.stringify(now);
    emit(now);
  }
}, 100);

const end = () => {
  emit(state());
  process.exit(0);
};
process.on('SIGTERM', end);
setTimeout(end, Number(args.seconds) * 1000);
