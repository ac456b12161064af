import { displayMarkdown } from './display-markdown.ts';

/**
 * The program of the interface: it receives a result from the client and shows the content for the person. It is a
 * text because it runs alone in the client's frame.
 */
export const displayScript = String.raw`'use strict';
const main = document.querySelector('main');
const waiting = new Map();
let asked = 0, opensLinks = false;

const send = (message) => parent.postMessage({ jsonrpc: '2.0', ...message }, '*');
const ask = (method, params) =>
  new Promise((settle) => {
    asked += 1;
    waiting.set(asked, settle);
    send({ id: asked, method, params });
  });
${displayMarkdown}const image = /^image\/(png|jpeg|gif|webp|svg\+xml)$/, sound = /^audio\/[\w.+-]+$/;
function piece({ type, data, mimeType = '', resource = {}, uri = '', name = uri, title = name }) {
  const bytes = data ?? resource.blob, kind = data === undefined ? (resource.mimeType ?? '') : mimeType;
  const src = 'data:' + kind + ';base64,' + bytes;
  if (type === 'text') return [];
  if (type === 'resource_link') return [make('p', [link(String(uri), [String(title)])])];
  if (typeof bytes === 'string' && image.test(kind)) return [make('figure', [picture(src, kind)])];
  if (typeof bytes === 'string' && sound.test(kind))
    return [make('audio', [], { src, controls: true })];
  const said = typeof resource.text === 'string' ? [make('pre', [resource.text])] : [];
  return [make('figure', [make('figcaption', [String(resource.uri ?? kind)]), ...said])];
}

function draw({ content, isError, _meta }) {
  const pieces = Array.isArray(content) ? content.filter((one) => typeof one === 'object' && one !== null) : [];
  const shown = _meta?.['lathe/displayContent'];
  const texts = pieces.flatMap(({ type, text }) => (type === 'text' ? [String(text)] : []));
  main.classList.toggle('failed', isError === true);
  const text = typeof shown === 'string' ? shown : texts.join('\n');
  main.replaceChildren(...drawText(text), ...pieces.flatMap(piece));
}

function dress({ theme, styles, locale }) {
  const { style } = document.documentElement;
  if (theme === 'light' || theme === 'dark') style.colorScheme = theme;
  if (typeof locale === 'string') document.documentElement.lang = locale;
  for (const [name, value] of Object.entries(styles?.variables ?? {}))
    if (name.startsWith('--') && typeof value === 'string') style.setProperty(name, value);
}

addEventListener('message', ({ source, data }) => {
  if (source !== parent || data?.jsonrpc !== '2.0') return;
  const { id, method, params, result } = data;
  if (method === undefined) {
    waiting.get(id)?.(result ?? {});
    waiting.delete(id);
  } else if (method === 'ui/notifications/tool-result') draw(params ?? {});
  else if (method === 'ui/notifications/host-context-changed') dress(params ?? {});
  else if (id !== undefined && ['ping', 'ui/resource-teardown'].includes(method)) send({ id, result: {} });
  else if (id !== undefined) send({ id, error: { code: -32601, message: 'There is no "' + method + '" here' } });
});
new ResizeObserver(() => {
  const { width, height } = document.body.getBoundingClientRect();
  const params = { width: Math.ceil(width), height: Math.ceil(height) };
  send({ method: 'ui/notifications/size-changed', params });
}).observe(document.body);
const app = { appInfo: { name: 'lathe-display', version: '1' }, appCapabilities: { availableDisplayModes: ['inline'] } };
void ask('ui/initialize', { ...app, protocolVersion: '2026-01-26' }).then(({ hostContext, hostCapabilities }) => {
  opensLinks = hostCapabilities?.openLinks !== undefined;
  dress(hostContext ?? {});
  send({ method: 'ui/notifications/initialized', params: {} });
});
`;
