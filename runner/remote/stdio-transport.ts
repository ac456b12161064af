import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client';
import { serverFault } from '../../shared/protocol/mcp/faults.ts';
import type { ServerFault } from '../../shared/protocol/mcp/state.ts';
import { watchLimits, type Excess } from '../hosts/process/end.ts';
import { start, type Started } from '../hosts/process/start.ts';
import type { Launch } from '../hosts/process/launch.ts';
import type { TempDirectory } from '../platform/disk/folders.ts';
import { jsonShape } from '../server/http/read-body.ts';
import { MOST_DEPTH } from './bytes/body-depth.ts';
import { ByteLines } from './bytes/byte-lines.ts';
import { Pace } from './bytes/pace.ts';
import type { WireLog } from './wire-log.ts';

/** The limit of a message in bytes; a larger one ends the server. */
export const MOST_MESSAGE = 16 * 1024 * 1024;
/** The limits for all processes of a server together. It lives long, so they are read seldom. */
const TOGETHER = { memoryMib: 2048, processes: 512, everySeconds: 1 };
const excessFault = (what: Excess) =>
  what === 'memory'
    ? serverFault('excess:memory', { limit: TOGETHER.memoryMib })
    : serverFault('excess:processes', { limit: TOGETHER.processes });
const SHALLOW = { depth: MOST_DEPTH, values: Infinity };
/** The limit of lines that are not JSON, after which the program counts as no MCP server. */
const MOST_NOT_JSON = 1000;

/**
 * A server's standard streams, line by line. Misbehaviour ends only this server: an endless message, a flood, lines
 * that are not JSON.
 */
export class StdioTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: Transport['onmessage'];
  /** The SDK recognizes a stdio transport by these two fields. */
  readonly stderr = null;
  pid: number | null = null;
  /** Why it ended; undefined while it runs. */
  fault: ServerFault | undefined;
  readonly #layOut: (temp: TempDirectory) => Promise<Launch>;
  readonly #log: WireLog;
  #started: Started | undefined;
  #watching: ReturnType<typeof watchLimits> | undefined;
  #isClosed = false;
  #notJson = 0;
  #turn: Promise<void> = Promise.resolve();

  constructor(layOut: (temp: TempDirectory) => Promise<Launch>, log: WireLog) {
    this.#layOut = layOut;
    this.#log = log;
  }

  async start(): Promise<void> {
    const started = await start(this.#layOut);
    if ('error' in started) {
      this.fault = serverFault('not-started', { command: 'bwrap', why: started.error });
      throw new Error(started.error);
    }
    this.#started = started;
    this.pid = started.child.pid;
    this.#watching = watchLimits(started.child, TOGETHER, (what) => this.#end(excessFault(what)));
    const out = new ByteLines(MOST_MESSAGE);
    const err = new ByteLines(64 * 1024);
    const pace = new Pace();
    started.hear((stream, bytes) => {
      if (this.#isClosed) return;
      if (stream === 'stderr') {
        for (const line of err.take(bytes)) {
          if (pace.isTooFast(line.length)) return this.#end(pace.fault);
          this.#log.line('stderr', line);
        }
        return;
      }
      for (const line of out.take(bytes)) {
        if (line.trim() === '') continue;
        if (pace.isTooFast(line.length)) return this.#end(pace.fault);
        this.#accept(line);
        if (this.#isClosed) return;
      }
      if (out.isTooLong) this.#end(serverFault('too-large', { limit: MOST_MESSAGE / 1024 / 1024 }));
    });
    void started.child.finished.then(({ code, signal }) =>
      this.#end(
        code === null
          ? serverFault('exited:signal', { signal: signal ?? '' })
          : serverFault('exited', { exitCode: code }),
      ),
    );
  }

  send(message: JSONRPCMessage): Promise<void> {
    if (this.#isClosed || !this.#started) return Promise.reject(new Error('The server has ended'));
    const text = JSON.stringify(message);
    this.#log.message('sent', message, text);
    this.#started.child.write(`${text}\n`);
    return Promise.resolve();
  }

  close(): Promise<void> {
    this.#end(undefined);
    return Promise.resolve();
  }

  #accept(line: string): void {
    const message = messageOf(line, this.#log);
    if (message === undefined) {
      this.#log.line('not-json', line);
      this.#notJson += 1;
      if (this.#notJson > MOST_NOT_JSON)
        this.#end(serverFault('not-json', { lines: this.#notJson }));
      return;
    }
    this.#log.message('received', message, line);
    this.#deliver(message as JSONRPCMessage);
  }

  /**
   * Delivers a notification before the result of its call, even if both arrive together: the SDK handles a
   * notification a moment later, but completes a call at once.
   */
  #deliver(message: JSONRPCMessage): void {
    this.#turn = this.#turn.then(async () => {
      this.onmessage?.(message);
      if ('method' in message && !('id' in message))
        for (let at = 0; at < 4; at += 1) await undefined;
    });
  }

  #end(fault: ServerFault | undefined): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.fault = fault;
    this.#watching?.stop();
    void this.#started?.remove();
    this.onclose?.();
  }
}

/** Parses a JSON-RPC message (2.0, section 4) and hides its secrets. */
function messageOf(line: string, log: WireLog): object | undefined {
  // Millions of brackets would block the runner for seconds.
  if (jsonShape(line, SHALLOW).depth > SHALLOW.depth) return undefined;
  try {
    const read: unknown = JSON.parse(line);
    const isMessage =
      typeof read === 'object' && read !== null && !Array.isArray(read) && 'jsonrpc' in read;
    return isMessage ? log.hiddenIn(read) : undefined;
  } catch {
    return undefined;
  }
}
