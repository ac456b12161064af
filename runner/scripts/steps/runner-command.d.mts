export interface RunnerCommand {
  /** The engine that was found. */
  name: 'deno' | 'node';
  command: string;
  args: string[];
  env: Record<string, string>;
}

export function runnerCommand(given: {
  engine?: string | undefined;
  workspace: string;
  address?: string | undefined;
  watch?: boolean;
}): RunnerCommand;
