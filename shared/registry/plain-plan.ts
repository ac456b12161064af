import { type Arguments } from '../tool/json.ts';
import { thrownResult } from './thrown-result.ts';
import { executionContext } from './tool.ts';
import type { Plan, PlanOptions, Tool } from './tool.ts';

/** The plan of a tool that has none: the tool checks its arguments when it runs. */
export function plainPlan(
  tool: Tool,
  args: Arguments,
  options: PlanOptions,
): Plan & { kind: 'ready' } {
  return {
    kind: 'ready',
    async perform(doing) {
      try {
        return { result: await tool.execute(args, executionContext(options, doing)) };
      } catch (cause) {
        return { result: thrownResult(cause) };
      }
    },
  };
}
