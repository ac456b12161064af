import type { DefinedResult, ToolBody, ToolContext } from './tool-info.ts';

/** Source: seed 003, `executeTool`; the texts are interface. */
export type DefinedAnswer =
  | { success: true; data: DefinedResult }
  | { success: false; error: string; type: 'validation_error' | 'execution_error' };

/** Checks the arguments, puts the schema's defaults in and runs. Never rejects. */
export async function executeDefined(
  body: ToolBody,
  args: unknown,
  context: ToolContext,
): Promise<DefinedAnswer> {
  try {
    const parsed = await body.parameters.safeParseAsync(args);
    if (!parsed.success) {
      const { error: cause } = parsed;
      const error = body.formatValidationError?.(cause) ?? `Invalid arguments: ${cause.message}`;
      return { success: false, error, type: 'validation_error' };
    }
    const { title, output, metadata, attachments } = await body.execute(parsed.data, context);
    const data = { title, output, metadata, ...(attachments ? { attachments } : {}) };
    return { success: true, data };
  } catch (cause) {
    const error = cause instanceof Error ? cause.message : 'Unknown error during tool execution';
    return { success: false, error, type: 'execution_error' };
  }
}
