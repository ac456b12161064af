export interface EngineCommand {
  /** The engine that was found. */
  name: 'deno' | 'node';
  command: string;
  args: string[];
  env: Record<string, string>;
}

export function engineCommand(
  file: string,
  given: { engine?: string | undefined; rights: string[]; watch?: boolean },
): EngineCommand;
