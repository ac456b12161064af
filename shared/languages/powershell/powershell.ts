import { writeJson } from '../../tool/exact-number.ts';
import { callRows, callVariables } from '../../tool/run/call-context.ts';
import type { ProcessJob } from '../../tool/run/job.ts';
import type { Language } from '../../tool/language.ts';
import type { Problem } from '../../tool/problem/problem.ts';

const starter = `param(
  # Any text
  [string]$text
)
# Each argument is a parameter of its own name; nothing is pasted into the script.
$text
`;

/** The language PowerShell. Arguments are a splatted hashtable, never a part of the script. */
export const powershell: Language = {
  id: 'powershell',
  label: 'PowerShell',
  extension: 'ps1',
  editor: 'powershell',
  host: 'powershell',
  shell: true,
  starter,
  ask: {
    code: 'powershell-not-judged',
    message:
      'A PowerShell script runs programs on this machine, and this one has not been checked yet',
  },
  moduleType: 'PowerShellModule',
  moduleStarter: async () => (await import('./module-starter.ts')).moduleStarter,
  writing: async () => (await import('./writing.ts')).writing,
  // A script has the permissions of its host, so a module without policies needs approval. Source: seed 000.
  modulePolicies: { execution: 'ask-once', result: 'never' },
  carried: { files: ['run.ps1'], needs: 'PowerShell 7.2 or later' },
  refuseNumber: ({ isIntegerText, double, loss }) =>
    isIntegerText || double !== undefined
      ? undefined
      : `PowerShell's [double] would make of it ${loss}`,
  prepare({ code, definition }, args, options): ProcessJob {
    const rows = writeJson(args, 2).replaceAll('\n', '\n# ');
    const file = /^[\w.-]+\.ps1$/.test(code.file) ? code.file : 'script.ps1';
    const { context = {} } = options;
    const said = callRows(code.source, context).map((row) => `\n${row}`);
    return {
      host: 'powershell',
      script: code.source,
      file,
      arguments: args,
      environment: {
        POWERSHELL_TELEMETRY_OPTOUT: '1',
        POWERSHELL_UPDATECHECK: 'Off',
        NO_COLOR: '1',
      },
      stdin: writeJson({
        source: code.source,
        file,
        arguments: args,
        environment: callVariables(context),
        ...(code.entry === undefined ? {} : { entry: code.entry }),
      }),
      limits: {
        timeoutMs: definition.timeoutMs ?? options.defaultTimeoutMs,
        outputBytes: options.outputBytes,
      },
      text: `${code.source}\n\n# Call: ${code.entry ?? file} @${rows}${said.join('')}`,
      ...(context.cwd === undefined ? {} : { guest: { directory: context.cwd } }),
    };
  },
  problems: ({ code }): Problem[] => {
    if (code.source.trim() !== '') return [];
    const message = `"${code.file}" is empty; write what the tool does`;
    const place = { file: code.file, line: 1, column: 1 };
    return [
      {
        severity: 'warning',
        code: 'powershell-empty',
        message,
        values: { file: code.file },
        ...place,
      },
    ];
  },
};
