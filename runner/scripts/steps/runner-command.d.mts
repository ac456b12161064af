import type { EngineCommand } from './engine-command.d.mts';

export function runnerCommand(given: {
  engine?: string | undefined;
  workspace: string;
  address?: string | undefined;
  watch?: boolean;
}): EngineCommand;
