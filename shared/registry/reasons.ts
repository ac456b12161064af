import type { Reason } from '../tool/reason.ts';
import { wordReason } from '../tool/reason.ts';

/** Why a call is asked for beside what its command does. By code; `{name}` stands for a value. */
export const callReasons = {
  'plan-mode': 'Plan mode is on, and "{tool}" is not read-only',
  'your-policy-this-session': 'Your policy for this session is "{policy}"',
  'your-policy-this-tool': 'Your policy for this tool is "{policy}"',
  'your-policy-group': 'Your policy for the group "{group}" is "{policy}"',
  'tools-policy': 'The tool\'s policy is "{policy}"',
  'your-policy-this-session-results': 'Your policy for this session for results is "{policy}"',
  'your-policy-this-tool-results': 'Your policy for this tool for results is "{policy}"',
  'your-policy-group-results': 'Your policy for the group "{group}" for results is "{policy}"',
  'tools-policy-results': 'The tool\'s policy for results is "{policy}"',
  'unboxed-script':
    'Bubblewrap is missing here, so nothing keeps the script inside the workspace, and every script is asked for',
  'unboxed-command':
    'Bubblewrap is missing here, so nothing keeps the command inside the workspace, and each is asked for',
  'unboxed-search':
    'Bubblewrap is missing here, so nothing keeps the search inside the workspace, and each is asked for',
  'nobody-judges': 'Nobody here can judge the command',
  'tool-may-change': '"{tool}" may change files or run programs',
  'tool-changes-file': 'It changes a file',
  'tool-writes-file': 'It writes a file',
} as const;

export const callReason = (
  code: keyof typeof callReasons,
  values: Reason['values'] = undefined,
): Reason => wordReason(callReasons, code, values);
