import type { Ending } from '../../../../shared/tool/run/ending.ts';
import type { ToolResult } from '../../../../shared/tool/run/result.ts';
import { chineseCause, saidBySystem } from '../../../../shared/returns/causes.ts';
import { failed } from '../failed.ts';

const SHOWN = 50;

interface Ran {
  command: string;
  description: string | undefined;
  directory: string;
}

/** Words the result of a command. Source: seed 004, Bash; the texts are part of the interface. */
export function bashResult(ending: Ending, { command, description, directory }: Ran): ToolResult {
  const stdout = ending.stdout.trim();
  const stderr = ending.stderr.trim();
  const cut = ending.truncated
    ? `\n[output cut: ${ending.droppedBytes ?? 'more'} bytes dropped]`
    : '';
  switch (ending.kind) {
    case 'finished': {
      const parts = [stdout, stderr && `[stderr]\n${stderr}`].filter(Boolean);
      return {
        success: true,
        llmContent: (parts.join('\n\n') || '(no output)') + cut,
        displayContent: description
          ? `✅ ${description}`
          : `✅ 命令执行成功: ${shortened(command)}`,
        metadata: { command, exit_code: 0, working_directory: directory },
      };
    }
    case 'failed': {
      const { exitCode } = ending;
      const output = [stdout, stderr].filter(Boolean).join('\n\n') + cut;
      const llm = `Command failed with exit code ${exitCode}:\n${output}`;
      const result = failed(
        'execution_error',
        stderr || `Exit code ${exitCode}`,
        llm,
        `❌ 命令执行失败 (exit ${exitCode})`,
        { command, exit_code: exitCode, working_directory: directory },
      );
      return { ...result, error: { ...result.error!, details: { exit_code: exitCode } } };
    }
    case 'timed-out': {
      const { afterMs } = ending;
      const output = [stdout, stderr].filter(Boolean).join('\n\n');
      const until = output === '' ? '' : `\n\nOutput until then:\n${output}${cut}`;
      const llm = `Command timed out after ${afterMs}ms: ${command}${until}`;
      return failed('timeout_error', 'Command timed out', llm, `❌ 命令超时 (${afterMs}ms)`, {
        command,
        working_directory: directory,
      });
    }
    case 'cancelled':
      return failed(
        'execution_error',
        'Cancelled',
        `Command was cancelled: ${command}`,
        '❌ 已取消',
      );
    case 'denied':
      return blocked(command, ending.reason);
    default: {
      const said = chineseCause(saidBySystem(ending.reason));
      const llm = `Command could not be run: ${ending.reason}`;
      return failed('execution_error', ending.reason, llm, `❌ 无法执行命令: ${said}`);
    }
  }
}

/** Returns the result of a forbidden command. */
export const blocked = (command: string, reason: string): ToolResult => ({
  ...failed(
    'permission_error',
    'Dangerous command blocked',
    `Error: Potentially dangerous command detected: ${command}\n${reason}`,
    '❌ 检测到危险命令,已阻止执行',
  ),
  error: {
    type: 'permission_error',
    message: 'Dangerous command blocked',
    details: { reason },
  },
});

function shortened(command: string): string {
  const letters = [...command];
  return letters.length > SHOWN ? `${letters.slice(0, SHOWN).join('')}...` : command;
}
