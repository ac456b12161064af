import { FRAME, encodeFrame, encodeJson } from '../frames.ts';
import { readImage } from '../../../../shared/languages/python/interpreter/image-format.ts';
import type { Piece } from '../../../../shared/languages/python/interpreter/output.ts';
import { createSandbox } from '../../../../shared/languages/python/interpreter/sandbox.ts';
import {
  type Call,
  reasonOf,
  serveCall,
} from '../../../../shared/languages/python/interpreter/serve-call.ts';
import { openKit } from './open-kit.ts';
import * as pipe from './pipe.ts';
import { selfTest, type Trial } from './self-test.ts';

interface Start {
  env: Record<string, string>;
  wheels: number;
  dangerouslyOpen?: boolean;
  /** Try to break out, and report before anything else. */
  trial?: Trial;
}

interface Request extends Call {
  /** Report whether the reset restored every byte. */
  compare?: boolean;
}

const frameOf = ({ stream, bytes }: Piece) => encodeFrame(FRAME[stream], bytes);
const say = (kind: number, value: object): void => pipe.write(encodeJson(kind, value));

function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  const both = new Uint8Array(first.length + second.length);
  both.set(first);
  both.set(second, first.length);
  return both;
}

function next(): { kind: number; body: Uint8Array } {
  const head = pipe.read(5);
  const length = new DataView(head.buffer).getUint32(1);
  return { kind: head[0] as number, body: pipe.read(length) };
}

function nextJson<T>(): T {
  // Only the runner writes to this pipe.
  return JSON.parse(new TextDecoder().decode(next().body)) as T;
}

function nextFile(): [string, Uint8Array] {
  const { body } = next();
  const split = body.indexOf(0);
  return [new TextDecoder().decode(body.subarray(0, split)), body.subarray(split + 1)];
}

try {
  const start = nextJson<Start>();
  const wheels = new Map<string, Uint8Array>();
  for (let count = 0; count < start.wheels; count++) wheels.set(...nextFile());
  const beside = (name: string) => pipe.readFile(new URL(name, import.meta.url));
  // The engine's threads compile it in the meantime.
  const compiling = WebAssembly.compile(beside('pyodide.wasm'));
  const createModule = await openKit();
  const image = readImage(beside('image.bin'));
  const sandbox = await createSandbox({
    createModule,
    wasm: await compiling,
    stdlib: beside('stdlib.zip'),
    from: { image },
    engine: pipe.engine,
    env: start.env,
    wheels,
    pause: pipe.pause,
    equal: pipe.equal,
    send: (piece) => pipe.write(frameOf(piece)),
    ...(start.dangerouslyOpen === true ? { dangerouslyOpen: true } : {}),
  });
  say(FRAME.ready, { heapBytes: sandbox.heapBytes(), startMs: performance.now() });
  if (start.trial !== undefined) {
    say(FRAME.proof, await selfTest(sandbox, start.trial, start.dangerouslyOpen === true));
  }
  for (;;) {
    const call = nextJson<Request>();
    const usable = serveCall(sandbox, call, (kind, body, printed) => {
      const frame = encodeJson(FRAME[kind], body);
      pipe.write(printed === undefined ? frame : joined(frameOf(printed), frame));
    });
    if (!usable) pipe.exit(70);
    const started = performance.now();
    sandbox.reset();
    const resetMs = performance.now() - started;
    const pristine = call.compare === true ? sandbox.isPristine() : undefined;
    say(FRAME.idle, { heapBytes: sandbox.heapBytes(), resetMs, pristine });
  }
} catch (error) {
  say(FRAME.dead, { reason: reasonOf(error) });
  pipe.exit(71);
}
