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

/** What a client is offered: the tools that are switched on, and how they are called. */
export interface Offer {
  /** What the server calls itself. */
  about: { name: string; title?: string; version: string };
  /** What a client is told of the tools as a whole; empty where nothing is said. */
  instructions(): Promise<string>;
  icon: ReadIcon;
  /** Absent where there is no workspace. */
  prompts?: Prompts | undefined;
  /** Undefined where the person does not share them; absent where there are tools alone, which never change. */
  resources?: (() => Resources | undefined) | undefined;
  /** The same array as long as nothing has changed; `isList` where somebody wants to see all of them. */
  tools(isList: boolean): Promise<readonly Registered[]>;
  /** Runs a tool, as it is now, to its end and never rejects; undefined where it has gone. */
  call(
    one: Registered,
    asked: { arguments: Arguments; context: CallContext },
    tell: (event: RunEvent) => void,
    signal: AbortSignal,
    /** How the client's person is asked; absent where the client cannot. */
    through?: Through,
    /** Hears when the run begins to wait for a person, and when it ceases to. */
    waits?: (isWaiting: boolean) => void,
  ): Promise<Done | undefined>;
}

/** Answers MCP over HTTP. */
export interface McpEndpoint {
  /** `body` is what a POST brought, parsed; undefined for the other methods. */
  answer(caller: Caller, request: Request, body: unknown): Promise<Response>;
  /** Ends every session and stream, and with them their calls. */
  close(): Promise<void>;
}

/** An endpoint that is opened, and the SDK read, when somebody first asks for it. */
export function lazyEndpoint(open: () => Promise<McpEndpoint>): McpEndpoint {
  let opened: Promise<McpEndpoint> | undefined;
  return {
    answer: async (...given) => (await (opened ??= open())).answer(...given),
    close: async () => (await opened)?.close(),
  };
}
