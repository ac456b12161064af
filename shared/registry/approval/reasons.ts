import type { Reason } from '../../tool/problem/reason.ts';
import { wordReason } from '../../tool/problem/reason.ts';

/** Why a call needs approval, apart from what its command does. By code; `{name}` stands for a value. */
export const callReasons = {
  'plan-mode': 'Plan mode is on, and "{tool}" is not read-only',
  'your-policy-this-session': 'Your policy for this session is "{policy}"',
  'your-policy-this-tool': 'Your policy for this tool is "{policy}"',
  'your-policy-group': 'Your policy for the group "{group}" is "{policy}"',
  'tools-policy': 'The tool\'s policy is "{policy}"',
  'your-policy-this-session-results': 'Your policy for results in this session is "{policy}"',
  'your-policy-this-tool-results': 'Your policy for results of this tool is "{policy}"',
  'your-policy-group-results': 'Your policy for results of the group "{group}" is "{policy}"',
  'tools-policy-results': 'The tool\'s policy for results is "{policy}"',
  'unboxed-script':
    'Bubblewrap is not installed, so nothing keeps the script inside the workspace: every script needs approval',
  'unboxed-command':
    'Bubblewrap is not installed, so nothing keeps the command inside the workspace: every command needs approval',
  'unboxed-search':
    'Bubblewrap is not installed, so nothing keeps the search inside the workspace: every search needs approval',
  'nobody-judges': 'The command cannot be checked here',
  'tool-may-change': '"{tool}" may change files or run programs',
  'tool-changes-file': 'It changes a file',
  'tool-writes-file': 'It writes a file',
} as const;

/** Why a call does not run that somebody could have allowed. By code; `{name}` stands for a value. */
export const refusalReasons = {
  'rejected-by-user': 'Command rejected by user',
  'result-rejected-by-user': 'Result rejected by user',
  'refused-before': 'The person refused this call before, and the refusal still applies',
  'refused-rule-before': 'The person refused "{rule}" before, and the refusal still applies',
  'mcp-redeclared':
    'The server changed the declaration of this tool after the approval was requested: call it again, and check the changes',
  'nobody-asked':
    'It needs approval, and nobody can be asked here. Continue without it, or say what you need',
  'nobody-there':
    'Nobody is there to approve it. Open the page of this Lathe and run the tool again while it is open',
  'no-answer-in-time': 'Denied automatically: no answer within {time} minutes',
} as const;

export const refusalReason = (
  code: keyof typeof refusalReasons,
  values: Reason['values'] = undefined,
): Reason => wordReason(refusalReasons, code, values);

/** Why a call does not run where it was made, although somebody elsewhere could allow it. By code. */
export const placeReasons = {
  'page-cannot-ask': 'It needs approval, and the page by itself cannot ask: run it in the runner',
} as const;

/** Why a built-in tool never opens such a path. By code. */
export const pathReasons = {
  'path-holds-nul': 'The path contains a NUL character, which no path can',
  'path-too-long': 'The path has {length} characters; the system accepts fewer than {most} bytes',
  'name-too-long': 'The name "{name}…" exceeds the limit of {most} bytes for file names',
  'path-leads-nowhere': '"{path}" cannot be reached; its links may form a loop',
  'path-is-closed': '"{path}" is in "{folder}", which no tool may open',
  'commands-stay-inside': '"{path}" is outside the workspace, where commands do not run',
  'scripts-stay-inside':
    '"{path}" is outside the workspace, where scripts do not start. Use a folder in the workspace, or allow the folder in Settings',
  'no-such-folder':
    'The folder "{path}" does not exist, so the script cannot start in it. Use a folder in the workspace, or allow the folder in Settings',
} as const;

export const pathReason = (
  code: keyof typeof pathReasons,
  values: Reason['values'] = undefined,
): Reason => wordReason(pathReasons, code, values);

export const placeReason = (code: keyof typeof placeReasons): Reason =>
  wordReason(placeReasons, code);

export const callReason = (
  code: keyof typeof callReasons,
  values: Reason['values'] = undefined,
): Reason => wordReason(callReasons, code, values);
