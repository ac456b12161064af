import type { ProcessJob } from '../../tool/job.ts';
import type { Language } from '../../tool/language.ts';
import { argcScript } from './argc-script.ts';
import { readArgc } from './argc.ts';
import { environment } from './environment.ts';
import { finalText } from './final-text.ts';
import { nameFault } from './name-fault.ts';
import { problems } from './problems.ts';

const starter = `# Each argument is a variable of its own name; all of them come as JSON on stdin, too.
# Quote them: "$text" stays one piece whatever it holds.
printf '%s\\n' "$text"
`;

/** Bash: arguments are environment variables and JSON on stdin, never a part of the script. */
export const bash: Language = {
  id: 'bash',
  label: 'Bash',
  extension: 'sh',
  editor: 'shell',
  host: 'bash',
  starter,
  ask: 'A bash script runs programs of this machine, and nobody has judged this one yet',
  prepare(tool, args, options): ProcessJob {
    const { source, entry } = tool.code;
    const argc = entry === undefined ? undefined : argcScript(source, entry, args);
    const script = argc?.script ?? source;
    // A module's values have names of their own, so that none of them means anything to the shell.
    const { variables, omitted } = environment(argc?.variables ?? args);
    return {
      host: 'bash',
      script,
      file: tool.code.file,
      arguments: args,
      environment:
        omitted.length === 0 ? variables : { ...variables, LATHE_OMITTED: omitted.join(' ') },
      stdin: JSON.stringify(args),
      limits: {
        timeoutMs: tool.definition.timeoutMs ?? options.defaultTimeoutMs,
        outputBytes: options.outputBytes,
      },
      text: finalText(script, argc?.variables ?? args, variables, omitted),
    };
  },
  problems,
  moduleType: 'BashModule',
  moduleStarter: async () => (await import('./module-starter.ts')).moduleStarter,
  modulePolicies: { execution: 'ask-once', result: 'never' },
  carried: { files: [], needs: 'bash' },
  readModule: readArgc,
  refuse(tool, args) {
    if (tool.code.entry !== undefined && tool.code.entry !== '.') {
      const odd = !/^[A-Za-z_][\w:.-]*$/.test(tool.code.entry);
      if (odd) return `"${tool.code.entry}" cannot be the name of a bash function`;
    }
    if (tool.code.entry !== undefined) return undefined;
    const problem = problems(tool).find(({ severity }) => severity === 'error');
    // A schema may let names through that it does not declare.
    return (
      problem?.message ??
      Object.keys(args)
        .map(nameFault)
        .find((fault) => fault !== undefined)
    );
  },
};
