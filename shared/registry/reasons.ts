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

/** Why a call does not run that somebody could have allowed. By code; `{name}` stands for a value. */
export const refusalReasons = {
  'rejected-by-user': 'Command rejected by user',
  'result-rejected-by-user': 'Result rejected by user',
  'refused-before': 'The person refused this call for longer than once',
  'refused-rule-before': 'The person refused "{rule}" for longer than once',
  'nobody-asked':
    'It needs the approval of a person, and nobody is asked here: do without it, or say what is needed',
  'nobody-there':
    'Nobody is there to approve it: open the page of this Lathe and run the tool again while it is open',
  'no-answer-in-time': 'Nobody answered within {minutes} minutes, which means no',
} as const;

export const refusalReason = (
  code: keyof typeof refusalReasons,
  values: Reason['values'] = undefined,
): Reason => wordReason(refusalReasons, code, values);

/** Why a tool that Lathe brings along opens no such path, whoever asks. By code. */
export const pathReasons = {
  'path-holds-nul': 'The path holds a NUL character, which no path can',
  'path-too-long': 'The path has {length} characters; the system takes fewer than {most} bytes',
  'name-too-long':
    'The name "{name}…" is longer than the {most} bytes that a file\'s name may have',
  'path-leads-nowhere':
    '"{path}" leads nowhere: its links turn in circles, or it cannot be reached',
  'path-is-closed': '"{path}" lies in "{folder}", which no tool may open',
  'commands-stay-inside': '"{path}" lies outside of the workspace, where commands do not run',
  'scripts-stay-inside':
    '"{path}" lies outside of the workspace, where no script starts; give a folder of the workspace, or allow the folder in the settings',
  'no-such-folder':
    'There is no folder "{path}" for the script to start in; give a folder of the workspace, or allow the folder in the settings',
} as const;

export const pathReason = (
  code: keyof typeof pathReasons,
  values: Reason['values'] = undefined,
): Reason => wordReason(pathReasons, code, values);

export const callReason = (
  code: keyof typeof callReasons,
  values: Reason['values'] = undefined,
): Reason => wordReason(callReasons, code, values);
