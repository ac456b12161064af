import { writeJson } from '../../tool/exact-number.ts';
import { callRows, callVariables, type CallContext } from '../../tool/run/call-context.ts';
import type { ProcessJob } from '../../tool/run/job.ts';
import type { Arguments, Json } from '../../tool/json.ts';
import type { Language, ScriptProgram } from '../../tool/language.ts';
import { argcScript } from './argc-script.ts';
import { readArgc } from './argc.ts';
import { nameFault, problems, reservedName } from './problems.ts';

/**
 * The highest number of bytes of one `NAME=value`. Linux starts no program with a longer one
 * (`MAX_ARG_STRLEN`).
 */
const ONE = 128 * 1024;
/**
 * The highest number of bytes of all variables, well below the kernel's limit for arguments and environment.
 */
const ALL = 1024 * 1024;

const starter = `# Each argument is a variable of its own name; all of them come as JSON on stdin, too.
# Quote them: "$text" stays one piece whatever it holds.
printf '%s\\n' "$text"
`;

/** The language Bash. Arguments are environment variables and JSON on stdin, never a part of the script. */
export const bash: Language & { program: ScriptProgram } = {
  id: 'bash',
  label: 'Bash',
  extension: 'sh',
  editor: 'shell',
  host: 'bash',
  program: {
    command: '/bin/bash',
    // No startup file runs before the script.
    flags: ['--noprofile', '--norc'],
    needs: 'bash',
    probe: { script: 'printf %s "${BASH_VERSION:+works}"', prints: 'works' },
  },
  shell: true,
  starter,
  ask: {
    code: 'bash-not-judged',
    message: 'A bash script runs programs on this machine, and this one has not been checked yet',
  },
  prepare(tool, args, options): ProcessJob {
    const { source, entry } = tool.code;
    const argc = entry === undefined ? undefined : argcScript(source, entry, args);
    const script = argc?.script ?? source;
    // The variables of a module have a prefix, so that none of them has a meaning for the shell.
    const { variables, omitted } = environment(argc?.variables ?? args);
    const { context = {} } = options;
    return {
      host: 'bash',
      script,
      file: tool.code.file,
      arguments: args,
      environment: {
        ...variables,
        ...(omitted.length === 0 ? {} : { LATHE_OMITTED: omitted.join(' ') }),
        ...callVariables(context),
      },
      stdin: writeJson(args),
      limits: {
        timeoutMs: tool.definition.timeoutMs ?? options.defaultTimeoutMs,
        outputBytes: options.outputBytes,
      },
      text: finalText({ script, context }, { args: argc?.variables ?? args, variables, omitted }),
      ...(context.cwd === undefined ? {} : { guest: { directory: context.cwd } }),
    };
  },
  problems,
  moduleType: 'BashModule',
  moduleStarter: async () => (await import('./module-starter.ts')).moduleStarter,
  writing: async () => (await import('./writing.ts')).writing,
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
    // A schema may admit names that it does not declare.
    return (
      problem?.message ??
      Object.keys(args)
        .map(nameFault)
        .find((fault) => fault !== undefined)
    );
  },
};

/**
 * Returns the text that is judged and shown: the script and, below it, its values. Each value is a comment of
 * one line, so that none of them reads as a command.
 */
function finalText(
  { script, context }: { script: string; context: CallContext },
  given: { args: Arguments; variables: Record<string, string>; omitted: string[] },
): string {
  const { args, variables, omitted } = given;
  const rows = Object.entries(args).map(([name, value]) => {
    const how = Object.hasOwn(variables, name)
      ? `= ${writeJson(variables[name])}`
      : omitted.includes(name)
        ? `comes on stdin only = ${writeJson(value)}`
        : 'is not set';
    return `# $${name} ${how}`;
  });
  const said = callRows(script, context);
  if (rows.length > 0) said.push('# Arguments, in the environment and as JSON on stdin:', ...rows);
  if (said.length === 0) return script;
  return `${script.replace(/\n?$/, '\n')}\n${said.map(oneLine).join('\n')}\n`;
}

/** Escapes two line separators, which JSON leaves unescaped and some programs treat as line ends. */
function oneLine(row: string): string {
  return row.replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');
}

/**
 * Converts arguments to environment variables: a string unchanged, null as no variable, anything else as
 * JSON. `omitted` has the names of values that the environment cannot hold; they are only in the JSON on
 * stdin.
 */
function environment(args: Arguments): {
  variables: Record<string, string>;
  omitted: string[];
} {
  const variables: Record<string, string> = {};
  const omitted: string[] = [];
  let total = 0;
  for (const [name, value] of Object.entries(args)) {
    if (value === null) continue;
    const text = written(value);
    const bytes = new TextEncoder().encode(`${name}=${text}`).length + 1;
    if (
      reservedName(name) !== undefined ||
      text.includes('\0') ||
      bytes > ONE ||
      total + bytes > ALL
    ) {
      omitted.push(name);
    } else {
      variables[name] = text;
      total += bytes;
    }
  }
  return { variables, omitted };
}

function written(value: Json): string {
  return typeof value === 'string' ? value : writeJson(value);
}
