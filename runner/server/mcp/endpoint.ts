import type { Caller } from '../guard/credential.ts';

/** Answers MCP over HTTP. */
export interface McpEndpoint {
  /** `body` is what a POST brought, parsed; undefined for the other methods. */
  answer(caller: Caller, request: Request, body: unknown): Promise<Response>;
  /** Ends every session and stream, and with them their calls. */
  close(): Promise<void>;
}
