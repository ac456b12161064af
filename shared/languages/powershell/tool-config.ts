import { ExecutionPolicy, ResultPolicy } from '../../tool/definition.ts';
import type { Policies } from '../../tool/definition.ts';
import type { Report } from './parameters.ts';

const line = /#\s*TOOL_CONFIG:\s*(\{.*\})/;
/** Older names of the policies. */
const LEVELS: Record<string, ExecutionPolicy> = {
  public: 'auto',
  moderate: 'ask-once',
  sensitive: 'ask-always',
};

/**
 * Returns the policies of `# TOOL_CONFIG: {...}`, which apply to every function of the script. Newer names
 * win.
 */
export function toolConfig(source: string, report: Report): Policies | undefined {
  const found = line.exec(source);
  if (!found) return undefined;
  const at = { start: found.index, end: found.index + found[0].length };
  let config: Record<string, unknown>;
  try {
    config = JSON.parse(found[1] ?? '') as Record<string, unknown>;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    report(
      'error',
      'bad-config',
      at,
      `TOOL_CONFIG is not valid JSON: ${reason}; "ask-always" applies`,
      {
        reason,
      },
    );
    return { execution: 'ask-always', result: 'always' };
  }
  const policies: Policies = {};
  const { permissionLevel, requireExecutionApproval, requireResultApproval } = config;
  if (permissionLevel !== undefined)
    policies.execution = LEVELS[String(permissionLevel)] ?? 'ask-always';
  else if (typeof requireExecutionApproval === 'boolean')
    policies.execution = requireExecutionApproval ? 'ask-once' : 'auto';
  if (typeof requireResultApproval === 'boolean')
    policies.result = requireResultApproval ? 'always' : 'never';
  const unknown = (attribute: string, known: readonly string[]) => {
    const [value, last] = [String(config[attribute]), known.at(-1) ?? ''];
    const message = `"${attribute}" is "${value}"; it must be one of ${known.join(', ')}; until then "${last}" applies`;
    report('error', 'unknown-policy', at, message, { attribute, value, known: known.join(', ') });
  };
  if (config.executionPolicy !== undefined) {
    const word = ExecutionPolicy.safeParse(config.executionPolicy);
    policies.execution = word.success ? word.data : 'ask-always';
    if (!word.success) unknown('executionPolicy', ExecutionPolicy.options);
  }
  if (config.resultApprovalPolicy !== undefined) {
    const word = ResultPolicy.safeParse(config.resultApprovalPolicy);
    policies.result = word.success ? word.data : 'always';
    if (!word.success) unknown('resultApprovalPolicy', ResultPolicy.options);
  }
  return policies;
}
