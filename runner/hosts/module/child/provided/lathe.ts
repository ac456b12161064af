export { createTool } from '../../../../../shared/registry/define/create-tool.ts';
export { Tool } from '../../../../../shared/registry/define/tool-define.ts';
export * from './pi.ts';

/** Source: seed 004. */
export const ToolKind = { ReadOnly: 'readonly', Write: 'write', Execute: 'execute' } as const;

/** Source: seed 004. */
export const ToolErrorType = {
  VALIDATION_ERROR: 'validation_error',
  EXECUTION_ERROR: 'execution_error',
  PERMISSION_ERROR: 'permission_error',
  TIMEOUT_ERROR: 'timeout_error',
  UNKNOWN_ERROR: 'unknown_error',
} as const;
