import type { ReasonCode } from '../because.ts';

/** A program whose operands are another command. */
export interface WrapperRule {
  /** Letters of its short options that take a value. */
  valued?: string;
  /** Its long options that take the next word. */
  valuedLong?: readonly string[];
  /** The number of operands before the command, such as the duration of `timeout`. */
  skip?: number;
  /** Whether `NAME=value` may precede the command. */
  assignments?: boolean;
  /** The harmless options; any other needs approval. Undefined: all are harmless. */
  harmless?: readonly string[];
  /** Why even a harmless command needs approval behind this program. */
  asks?: ReasonCode;
  /** Whether its command is one text for a shell. */
  shell?: boolean;
}

export const wrappers: Readonly<Record<string, WrapperRule>> = {
  env: { valued: 'uCS', assignments: true, harmless: [] },
  nohup: {},
  nice: { valued: 'n', valuedLong: ['--adjustment'] },
  ionice: { valued: 'cn', valuedLong: ['--class', '--classdata'], harmless: ['-c', '-n', '-t'] },
  timeout: { valued: 'ks', valuedLong: ['--kill-after', '--signal'], skip: 1 },
  stdbuf: { valued: 'ioe', valuedLong: ['--input', '--output', '--error'] },
  time: { valued: 'fo', harmless: ['-p'] },
  command: { harmless: ['-v', '-V'] },
  builtin: {},
  exec: { valued: 'a', harmless: [] },
  setsid: { asks: 'leaves-process-group-so-stop' },
  coproc: { asks: 'starts-program-background' },
  busybox: { asks: 'programs-differ-from-ones-known' },
  strace: { asks: 'traces-program', valued: 'aebEoOpPsSuUXI' },
  unshare: { asks: 'changes-what-program-sees' },
  chroot: { asks: 'changes-what-program-sees', skip: 1 },
  watch: { asks: 'runs-command-again-again', valued: 'n', shell: true },
  script: { asks: 'writes-record', valued: 'cIOBTmoE', shell: true },
  parallel: { asks: 'runs-commands-made-from-input', shell: true },
  eval: { shell: true },
};

/** Shells, whose `-c TEXT` is judged as a script. */
export const shells: ReadonlySet<string> = new Set([
  'bash',
  'sh',
  'dash',
  'zsh',
  'ksh',
  'ash',
  'rbash',
]);

/** Variables that only change the look, language or time zone of output. */
export const harmlessVariables =
  /^(LC_[A-Z]+|LANG|LANGUAGE|TZ|NO_COLOR|FORCE_COLOR|CLICOLOR|CI|TERM|COLUMNS|LINES)$/;

/** Parts of names that suggest a program's settings. Exporting a variable with such a name needs approval. */
export const tellingNames =
  /PATH|PRELOAD|OPT|CONF|HOME|PAGER|EDIT|CMD|COMMAND|SHELL|LIB|PROXY|BROWSER|ASKPASS|FORMAT|TERM|LOCALE|DIR|FLAGS|ARGS|_RC$|^rc$/i;

/** Variables that a shell, the loader or a common program uses. Setting one needs approval. */
export const actingVariables =
  /^(PATH|IFS|ENV|HOME|CDPATH|GLOBIGNORE|SHELL|SHELLOPTS|BASH.*|PS[0-4]|PROMPT_COMMAND|TMPDIR|PWD|OLDPWD|POSIXLY_CORRECT|FUNCNEST|INPUTRC|HIST.*|FCEDIT|LD_.*|DYLD_.*|GIT_.*|SSH_.*|PAGER|MANPAGER|LESS.*|EDITOR|VISUAL|BROWSER|PYTHON.*|PERL.*|RUBY.*|NODE_.*|NPM_.*|npm_.*|JAVA_.*|_JAVA.*|CARGO.*|RUST.*|GO[A-Z]*|DENO_.*|GREP_.*|RIPGREP_.*|GCONV_PATH|LOCPATH|NLSPATH|GLIBC_.*|MALLOC_.*|TERMINFO.*|HOSTALIASES|TZDIR|MAGIC|AWK.*|XDG_.*|JQ_.*|GZIP|TAR_OPTIONS|TIME|OPTIND|OPTARG|RANDOM|SECONDS|.*_proxy|.*_PROXY)$/;
