import type { RunEvent } from '../../../shared/protocol/events.ts';
import type { Done } from '../../../shared/registry/tool.ts';
import type { Registered } from '../../../shared/registry/registry-view.ts';
import type { CallContext } from '../../../shared/tool/run/call-context.ts';
import type { Arguments } from '../../../shared/tool/json.ts';
import type { ReadIcon } from './icons.ts';
import type { Resources } from './resources.ts';
import type { Prompts } from './sample-prompts.ts';
import type { Through } from '../../calls/runs.ts';
import type { Caller } from '../guard/credential.ts';

/** What a client is offered: the enabled tools, and how to call them. */
export interface Offer {
  /** The server's name for itself. */
  about: { name: string; title?: string; version: string };
  /** Returns the instructions; empty if there are none. */
  instructions(): Promise<string>;
  icon: ReadIcon;
  /** Absent without a workspace. */
  prompts?: Prompts | undefined;
  /** Undefined if the user does not share files; absent if the offer has only tools, which never change. */
  resources?: (() => Resources | undefined) | undefined;
  /** Returns the same array as long as nothing changed; `isList` if the caller lists all tools. */
  tools(isList: boolean): Promise<readonly Registered[]>;
  /** Runs a tool as it is now, and never rejects; undefined if it no longer exists. */
  call(
    one: Registered,
    asked: { arguments: Arguments; context: CallContext },
    tell: (event: RunEvent) => void,
    signal: AbortSignal,
    /** How to ask the client's user; absent if the client cannot. */
    through?: Through,
    /** Called when the run starts or stops to wait for a person. */
    waits?: (isWaiting: boolean) => void,
  ): Promise<Done | undefined>;
}

/** Answers MCP over HTTP. */
export interface McpEndpoint {
  /** `body` is the parsed body of a POST; undefined for other methods. */
  answer(caller: Caller, request: Request, body: unknown): Promise<Response>;
  /** Ends every session and stream with their calls. */
  close(): Promise<void>;
}

/** Returns an endpoint that is opened at the first request, which also loads the SDK. */
export function lazyEndpoint(open: () => Promise<McpEndpoint>): McpEndpoint {
  let opened: Promise<McpEndpoint> | undefined;
  return {
    answer: async (...given) => (await (opened ??= open())).answer(...given),
    close: async () => (await opened)?.close(),
  };
}
