/** What a call answers: the model's text beside the person's. */
export interface ToolResult {
  success: boolean;
  llmContent: string;
  displayContent: string;
  error?: {
    type:
      | 'validation_error'
      | 'execution_error'
      | 'permission_error'
      | 'timeout_error'
      | 'unknown_error';
    message: string;
    details?: unknown;
  };
  metadata?: Record<string, unknown>;
}

/** Stdin and stdout of this process, over which numbers of JSON stay exact. */
export function exactStdio(): {
  stdin: import('node:stream').Readable;
  stdout: import('node:stream').Writable;
};

/** Opens the tools of a folder, a `file:` address that ends in a slash. Calls never reject. */
export function openTools(folder: URL): Promise<{
  call(name: string, args: unknown, signal?: AbortSignal): Promise<ToolResult>;
  close(): Promise<void>;
}>;
