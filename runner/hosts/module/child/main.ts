import type { Permission } from '../../../../shared/registry/approval/permission.ts';
import type { JsonObject } from '../../../../shared/tool/json.ts';
import type { ChildMessage, ParentMessage } from '../messages.ts';
import { formatLog } from './answers.ts';
import { perform } from './perform.ts';
import { openLogger } from './provided/theme.ts';
import { openPrograms } from './provided/programs.ts';
import { readModule } from './read-module.ts';
import { hearRefusals } from './lacked-rights.ts';
import { cwdOf, Requests } from './state.ts';
import type { DenoPipes, State } from './state.ts';
import { tellHandlers } from './events.ts';
import { nameDirectory } from './working-directory.ts';

declare const Deno: DenoPipes;

// Saved before any code of the author runs, which may replace them.
const { parse, stringify } = JSON;
const encoder = new TextEncoder();
const { stdin, stdout, stderr } = Deno;

const writeAll = (stream: DenoPipes['stdout'], text: string): void => {
  let rest = encoder.encode(text);
  while (rest.length > 0) rest = rest.subarray(stream.writeSync(rest));
};

/**
 * Writes a message to the runner; `mark` distinguishes it from the module's output on the same stream. The end of a
 * call is written to both streams, so that earlier output belongs to it.
 */
const wire = (mark: string): ((message: ChildMessage) => void) => {
  return (message) => {
    if (message.type === 'done') writeAll(stderr, `\0${mark}${message.call}\n`);
    writeAll(stdout, `\0${mark}${stringify(message)}\n`);
  };
};

const messages = heard();
const first = (await messages.next()).value;
if (first?.type !== 'load') throw new Error('The first message has to be "load"');

const tell = wire(first.mark);
const base = first.url.slice(0, first.url.lastIndexOf('/module/') + '/module/'.length);
const state: State = {
  tell,
  requests: new Requests(tell),
  cwd: first.cwd,
  folder: first.folder,
  init: first.init,
  uses: new Set(),
  base,
  hasUi: false,
  entries: first.entries,
  tools: new Map(),
  handlers: new Map(),
  pending: [],
  problems: [],
  call: undefined,
  ...(first.zod ? { zod: (await import('zod')).z } : {}),
};
openLogger((level, parts) => tell({ type: 'log', level, text: formatLog(parts) }));

hearRefusals((lacked) => {
  // With more than a few, a person grants a folder and not each file.
  if (state.call && state.call.lacked.size < 20) state.call.lacked.add(JSON.stringify(lacked));
});
openPrograms({
  start: (request, signal) => state.requests.exec(request, anyOf(signal, state.call?.signal)),
  cwd: () => cwdOf(state),
});
nameDirectory(() => cwdOf(state));

// A rejected promise that nobody awaits must not end a module that has done its work.
const astray = (kind: string) => (event: Event) => {
  event.preventDefault();
  const thrown = 'reason' in event ? event.reason : 'error' in event ? event.error : undefined;
  tell({ type: 'log', level: 'error', text: `${kind}: ${formatLog([thrown])}` });
};
addEventListener('unhandledrejection', astray('A promise was rejected and nobody waited for it'));
addEventListener('error', astray('Something was thrown where nobody could catch it'));

const file = decodeURIComponent(first.url.slice(base.length));
const stem = file.replace(/^.*\//, '').replace(/\.[^.]*$/, '');
// Loading may not request anything from the runner, so requests wait until it is done.
const read = await readModule(state, first.url, stem === 'index' ? first.folder : stem);
if ('refusal' in read) {
  tell({ type: 'refused', refusal: read.refusal });
} else {
  for (const tool of read.tools) {
    const { name } = tool.facts;
    if (state.tools.has(name)) {
      state.problems.push(`Tool name "${name}" conflicts with existing tool; the first one counts`);
    } else state.tools.set(name, tool);
  }
  const listening = [...state.tools.values()].filter(({ onSession }) => onSession);
  for (const tool of listening) await tool.onSession?.({ reason: 'start' });
  state.requests.open();
  tell({
    type: 'loaded',
    dialect: read.dialect,
    tools: [...state.tools.values()].map(({ facts }) => facts),
    problems: state.problems,
    uses: [...state.uses],
    listens: listening.length > 0 || state.handlers.size > 0,
  });
}

const stops = new Map<string, AbortController>();
for await (const message of messages) {
  switch (message.type) {
    case 'call': {
      const stop = new AbortController();
      stops.set(message.call, stop);
      void perform(state, message, stop.signal).finally(() => stops.delete(message.call));
      break;
    }
    case 'permission': {
      const { call, tool, arguments: args } = message;
      void permissionOf(tool, args).then((permission) =>
        tell({ type: 'permitted', call, permission }),
      );
      break;
    }
    case 'event': {
      const { call, event, entries } = message;
      if (entries) state.entries = entries;
      const tools = [...state.tools.values()];
      const heard = [...tools.map((tool) => tool.onSession?.(event)), tellHandlers(state, event)];
      void Promise.all(heard).then(() => tell({ type: 'heard', call }));
      break;
    }
    case 'entry':
      state.entries = [...state.entries, message.entry];
      break;
    case 'stop':
      stops.get(message.call)?.abort(new DOMException('The call was stopped', 'AbortError'));
      break;
    case 'executed':
      state.requests.settle(message.id, message.answer);
      break;
    case 'answered':
      if (message.refusal === undefined) state.requests.settle(message.id, message.value);
      else state.requests.refuse(message.id, message.refusal);
  }
}

function anyOf(...given: (AbortSignal | undefined)[]): AbortSignal {
  return AbortSignal.any(given.filter((signal) => signal !== undefined));
}

/** Returns what a tool's own code says about a call; nothing if it throws. */
async function permissionOf(tool: string, args: JsonObject): Promise<Permission> {
  try {
    return (await state.tools.get(tool)?.permission?.(args)) ?? {};
  } catch (thrown) {
    const text = `"${tool}" broke where it was asked for its permission rule: ${formatLog([thrown])}`;
    tell({ type: 'log', level: 'warn', text });
    return {};
  }
}

/** Reads the runner's messages, one per line. */
async function* heard(): AsyncGenerator<ParentMessage> {
  // Read by hand, because streams take several turns of the event loop for each piece.
  const decoder = new TextDecoder();
  const piece = new Uint8Array(64 * 1024);
  let rest = '';
  for (let size = await stdin.read(piece); size !== null; size = await stdin.read(piece)) {
    const lines = (rest + decoder.decode(piece.subarray(0, size), { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    // Only the runner writes to this pipe, and it sends what its types say.
    for (const line of lines) yield parse(line) as ParentMessage;
  }
}
