import { z } from 'zod';
import { Json } from '../../tool/json.ts';
import type { ToolResult } from '../../tool/run/result.ts';

/** The errors of zod 3 and zod 4: both have the class name and the list of issues. */
const Refusal = z.object({
  name: z.string().regex(/ZodError$/),
  issues: z.array(z.looseObject({ path: z.array(z.unknown()), message: z.string() })),
});

/** The result of a tool that threw. Source: seed 004, `createTool`. Other programs rely on these texts. */
export function thrownResult(cause: unknown): ToolResult {
  const refusal = Refusal.safeParse(cause);
  if (refusal.success) {
    const message = refusal.data.issues
      .map(({ path, message: said }) =>
        path.length === 0 ? said : `${path.map(String).join('.')}: ${said}`,
      )
      .join('; ');
    return {
      success: false,
      llmContent: `Parameter validation failed: ${message}`,
      displayContent: `❌ 参数验证失败: ${message}`,
      error: { type: 'validation_error', message, details: asJson(refusal.data.issues) },
    };
  }
  const message = cause instanceof Error ? cause.message : '未知错误';
  return {
    success: false,
    llmContent: `Tool execution failed: ${message}`,
    displayContent: `❌ 执行失败: ${message}`,
    error: { type: 'execution_error', message },
  };
}

/** Issues may contain values that JSON cannot hold, such as a bigint bound. */
function asJson(issues: unknown): Json {
  const text = JSON.stringify(issues, (_, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value,
  );
  return Json.parse(JSON.parse(text));
}
