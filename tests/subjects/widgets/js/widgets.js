// SPDX-License-Identifier: Apache-2.0
// A controller with the official JavaScript client and its informers: a Widget gets N ConfigMaps that it owns.
// WIDGETS_BUG=once: what failed is not tried again.
import * as k8s from '@kubernetes/client-node';

const bug = process.env.WIDGETS_BUG ?? '';
const config = new k8s.KubeConfig();
config.loadFromDefault();
const core = config.makeApiClient(k8s.CoreV1Api);
const custom = config.makeApiClient(k8s.CustomObjectsApi);
const type = {group: 'example.org', version: 'v1', namespace: 'default', plural: 'widgets'};
const parts = () => core.listNamespacedConfigMap({namespace: 'default'});
const widgets = () => custom.listNamespacedCustomObject(type);

const waiting = new Map(); // name -> number of failures
let working = false;

function notice(name, tries = 0) {
  if (!name) return;
  waiting.set(name, tries);
  if (!working) void work();
}

async function work() {
  working = true;
  for (const [name, tries] of waiting) {
    waiting.delete(name);
    try {
      await reconcile(name);
    } catch (e) {
      console.error('again:', name, e.code ?? e.message);
      if (bug !== 'once') setTimeout(notice, Math.min(50 * 2 ** tries, 2000), name, tries + 1);
    }
  }
  working = false;
  if (waiting.size) void work();
}

function fine(e, ...codes) {
  if (!codes.includes(e.code)) throw e;
}

const ownerOf = (part) => (part.metadata.ownerReferences ?? []).find((ref) => ref.kind === 'Widget');

async function reconcile(name) {
  let widget;
  try {
    widget = await custom.getNamespacedCustomObject({...type, name});
  } catch (e) {
    return fine(e, 404);
  }
  if (widget.metadata.deletionTimestamp) return;
  const found = await core.listNamespacedConfigMap({namespace: 'default', labelSelector: `widget=${name}`});
  const have = new Map(found.items.map((o) => [o.metadata.name, o]));
  for (let i = 0; i < widget.spec.size; i++) {
    const want = {
      metadata: {
        name: `${name}-${i}`, labels: {widget: name},
        ownerReferences: [{apiVersion: 'example.org/v1', kind: 'Widget', name, uid: widget.metadata.uid, controller: true}],
      },
      data: {color: widget.spec.color ?? ''},
    };
    const now = have.get(want.metadata.name);
    have.delete(want.metadata.name);
    if (!now) {
      await core.createNamespacedConfigMap({namespace: 'default', body: want});
    } else if (ownerOf(now)?.uid !== widget.metadata.uid) {
      throw new Error(`${now.metadata.name} belongs to another widget`);
    } else if (now.data?.color !== want.data.color) {
      want.metadata.resourceVersion = now.metadata.resourceVersion;
      await core.replaceNamespacedConfigMap({namespace: 'default', name: now.metadata.name, body: want});
    }
  }
  for (const part of have.values()) {
    if (ownerOf(part)?.uid !== widget.metadata.uid) continue;
    await core.deleteNamespacedConfigMap({namespace: 'default', name: part.metadata.name, body: {preconditions: {uid: part.metadata.uid}}})
      .catch((e) => fine(e, 404, 409));
  }
}

function follow(path, list, nameOf) {
  const informer = k8s.makeInformer(config, path, list);
  for (const event of ['add', 'update', 'delete']) informer.on(event, (o) => notice(nameOf(o)));
  const again = () => setTimeout(start, 200);
  const start = () => informer.start().catch((e) => {
    console.error('again:', path, e.code ?? e.message);
    again();
  });
  informer.on('error', (e) => {
    console.error('ended:', path, e.code ?? e.message);
    again();
  });
  void start();
}

follow('/apis/example.org/v1/namespaces/default/widgets', widgets, (w) => w.metadata.name);
follow('/api/v1/namespaces/default/configmaps', parts, (p) => ownerOf(p)?.name);
