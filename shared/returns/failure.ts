import { writeJson } from '../tool/exact-number.ts';
import type { Ending, Fault, Preparing } from '../tool/run/ending.ts';
import type { Json, JsonObject } from '../tool/json.ts';
import type { ToolError, ToolErrorType } from '../tool/run/result.ts';
import type { ShapedOutput } from './shape-output.ts';

/**
 * The texts about a failed call for the person; those for the model are English and are in `shape`. Reasons
 * stay English here: in another language only the headline is translated, and the page words the reasons by
 * their codes.
 */
export const wording = {
  en: {
    invalid: (why: string) => `❌ Parameter validation failed: ${why}`,
    failed: (why: string) => `❌ Execution failed: ${why}`,
    timedOut: (ms: number) => `❌ Timed out after ${ms} ms`,
    /** A step before the program exceeded its limit, in milliseconds. */
    unprepared: {
      checking: (ms: number) => `❌ Not run: checking the arguments took longer than ${ms} ms`,
      judging: (ms: number) => `❌ Not run: judging the script took longer than ${ms} ms`,
      filling: (ms: number) => `❌ Not run: filling the template took longer than ${ms} ms`,
    },
    cancelled: '❌ Cancelled',
    denied: (why: string) => `❌ Not allowed: ${why}`,
    unavailable: (why: string) => `❌ Cannot run here: ${why}`,
    crashed: (why: string) => `❌ The sandbox stopped: ${why}`,
  },
  zh: {
    invalid: (why: string) => `❌ 参数验证失败: ${why}`,
    failed: (why: string) => `❌ 执行失败: ${why}`,
    timedOut: (ms: number) => `❌ 执行超时 (${ms} ms)`,
    unprepared: {
      checking: (ms: number) => `❌ 未运行: 检查参数超过了 ${ms} ms`,
      judging: (ms: number) => `❌ 未运行: 审查脚本超过了 ${ms} ms`,
      filling: (ms: number) => `❌ 未运行: 填充模板超过了 ${ms} ms`,
    },
    cancelled: '❌ 已取消',
    denied: () => '❌ 未获允许',
    unavailable: () => '❌ 无法在此运行',
    crashed: () => '❌ 沙箱已停止',
  },
};

/** The steps before a program, as an English sentence for models begins. */
const preparing: Record<Preparing, string> = {
  checking: 'Checking the arguments',
  judging: 'Judging the script',
  filling: 'Filling the template',
};

interface Failure {
  llmContent: string;
  displayContent: string;
  error: ToolError;
  /** Whether the author's program ended by itself. */
  ran: boolean;
}

/** Words a failed call: what happened and, for the model, how to fix the call. */
export function failure(
  ending: Ending,
  output: ShapedOutput['output'],
  words: (typeof wording)['en'],
): Failure {
  const so = (type: ToolErrorType, message: string, llm: string, display: string): Failure => ({
    llmContent: llm,
    displayContent: display,
    error: { type, message },
    ran: false,
  });
  const printed = output.text.trimEnd();
  // If only white space was cut, say just that.
  const written = printed === '' ? output.notice.trim() : printed + output.notice;
  const soFar = written === '' ? '' : `\n\nOutput until then:\n${written}`;
  switch (ending.kind) {
    case 'finished':
    case 'failed':
      return failedProgram(
        ending.kind === 'failed' ? ending.fault : undefined,
        ending.exitCode,
        written,
        words,
        ending,
      );
    case 'timed-out': {
      if (ending.during !== undefined) {
        const message = `${preparing[ending.during]} took longer than ${ending.afterMs} ms, the limit for that`;
        const llm = `Tool did not run: ${message}. Call it with smaller arguments; if that does not help, its author has to shorten it.`;
        return so('timeout_error', message, llm, words.unprepared[ending.during](ending.afterMs));
      }
      const line = ending.line === undefined ? '' : ` while at line ${ending.line}`;
      const message = `Timed out after ${ending.afterMs} ms${line}`;
      const llm = `Tool timed out: it was stopped at its limit of ${ending.afterMs} ms${line}. Ask for less work in one call.${soFar}`;
      return so('timeout_error', message, llm, words.timedOut(ending.afterMs));
    }
    case 'cancelled':
      return so(
        'execution_error',
        'Cancelled',
        `Tool call was cancelled before it finished.${soFar}`,
        words.cancelled,
      );
    case 'denied': {
      const llm = `${ending.reason}. Do not try the same in another form; ask the user what to do instead.`;
      return so('permission_error', ending.reason, llm, words.denied(ending.reason));
    }
    case 'unavailable': {
      const llm = `Tool cannot run here: ${ending.reason}. Calling it again will not help until this is fixed.`;
      return so('execution_error', ending.reason, llm, words.unavailable(ending.reason));
    }
    case 'crashed': {
      const llm = `Tool stopped before it could answer: ${ending.reason}. Try once more with smaller arguments.${soFar}`;
      return so('unknown_error', ending.reason, llm, words.crashed(ending.reason));
    }
  }
}

function failedProgram(
  fault: Fault | undefined,
  exitCode: number,
  written: string,
  words: (typeof wording)['en'],
  { formatted, value }: Pick<Ending, 'formatted' | 'value'>,
): Failure {
  if (fault?.issues !== undefined || fault?.missing !== undefined) return refused(fault, words);
  const message = fault === undefined ? `Exit code ${exitCode}` : faultMessage(fault);
  const named =
    fault === undefined || fault.message === '' ? message : `${fault.class}: ${fault.message}`;
  const line = fault?.line === undefined ? '' : ` (line ${fault.line})`;
  const llm = fault === undefined ? `with exit code ${exitCode}` : `: ${named}${line}`;
  // A value that the code returned before it failed is not a result, but still useful.
  const given = value === undefined ? '' : `\n\nAnswered until then:\n${asText(value)}`;
  // Keep the text of a tool that words its own failure for the model.
  return {
    llmContent:
      formatted ??
      `Tool execution failed${fault === undefined ? ' ' : ''}${llm}${written === '' ? '' : `\n\nOutput:\n${written}`}${given}`,
    displayContent:
      formatted !== undefined && typeof value === 'string'
        ? value
        : words.failed(named) +
          (written === '' ? '' : `\n${written}`) +
          (value === undefined ? '' : `\n${asText(value)}`),
    error: {
      type: fault?.type ?? 'execution_error',
      message,
      ...detailsOf(fault, exitCode),
    },
    ran: true,
  };
}

/** The details of the tool's own error; otherwise where and how it failed. */
function detailsOf(fault: Fault | undefined, exitCode: number): Pick<ToolError, 'details'> {
  if (fault?.details !== undefined) return { details: fault.details };
  if (fault?.type !== undefined) return {};
  const details: JsonObject = { exit_code: exitCode };
  if (fault) details.class = fault.class;
  if (fault?.line !== undefined) details.line = fault.line;
  return { details };
}

/** A value as text for a person or a model. */
export const asText = (value: Json): string =>
  typeof value === 'string' ? value : writeJson(value, 2);

/** Arguments that violate the schema: each issue with the part of the schema that it violates. */
function refused(fault: Fault, words: (typeof wording)['en']): Failure {
  const message = faultMessage(fault);
  const issues = fault.issues ?? [];
  const rows = issues.map((issue) => {
    const expected =
      issue.expected === undefined ? '' : `; the schema says ${writeJson(issue.expected)}`;
    return `- ${issue.path === '' ? 'arguments' : issue.path}: ${issue.message}${expected}`;
  });
  const list =
    rows.length === 0 ? '' : `\n${rows.join('\n')}\nCorrect the arguments and call again.`;
  return {
    llmContent: `Parameter validation failed: ${message}${list}`,
    // The three-layer system has its own sentence for a missing argument, in its language.
    displayContent: fault.missing === undefined ? words.invalid(message) : `❌ ${message}`,
    error: {
      type: 'validation_error',
      message,
      ...(issues.length === 0 ? {} : { details: issues.map(({ phrase: _, ...issue }) => issue) }),
    },
    ran: false,
  };
}

/**
 * The message of a fault. A missing argument keeps the words of the three-layer system: a valid name stays,
 * and anything else (an unescaped brace) is quoted like a Python string.
 */
function faultMessage(fault: Fault): string {
  const { missing } = fault;
  if (missing === undefined) return fault.message || fault.class;
  if (fault.message.startsWith('缺少必填参数')) return fault.message;
  return `缺少必填参数: ${/^[\p{L}_][\p{L}\p{N}_]*$/u.test(missing) ? missing : quoted(missing)}`;
}

/** Quotes a string like Python's `repr`. */
function quoted(text: string): string {
  const escaped = text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n');
  if (text.includes("'") && !text.includes('"')) return `"${escaped}"`;
  return `'${escaped.replaceAll("'", "\\'")}'`;
}
