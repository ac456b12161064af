import type { Problem } from '../../tool/problem/problem.ts';
import type { AuthoredTool } from '../../tool/toolset.ts';

declare module '../../tool/problem/problem-codes.ts' {
  interface ProblemCodes {
    bash:
      | 'bash-empty'
      | 'bash-crlf'
      | 'bash-nul'
      | 'bash-reserved-name'
      | 'bash-parameter-name'
      | 'bad-tag';
  }
}

/** Variables that bash, the loader or common programs use. */
const NAMES = new Set(
  `PATH HOME USER LOGNAME SHELL TMPDIR TEMP TMP PWD OLDPWD CDPATH ENV BASH IFS OPTIND OPTARG OPTERR SHELLOPTS BASHOPTS
  PS0 PS1 PS2 PS3 PS4 PROMPT_COMMAND PROMPT_DIRTRIM POSIXLY_CORRECT GLOBIGNORE GLOBSORT FIGNORE EXECIGNORE HISTFILE
  HISTCONTROL HISTIGNORE HISTSIZE HISTFILESIZE HISTTIMEFORMAT HISTCMD INPUTRC MAIL MAILPATH MAILCHECK TIMEFORMAT TMOUT
  FUNCNAME FUNCNEST FCEDIT HOSTFILE HOSTNAME HOSTTYPE IGNOREEOF MACHTYPE OSTYPE DIRSTACK GROUPS UID EUID PPID PIPESTATUS
  RANDOM SRANDOM SECONDS EPOCHSECONDS EPOCHREALTIME LINENO REPLY MAPFILE COPROC COMP_LINE COMP_POINT COMP_WORDS COMP_CWORD
  COMPREPLY COLUMNS LINES LANG LANGUAGE TERM TERMCAP TERMINFO TERMINFO_DIRS TZ TZDIR NLSPATH LOCPATH HOSTALIASES
  RES_OPTIONS LOCALDOMAIN EDITOR VISUAL PAGER BROWSER LESSOPEN LESSCLOSE LESS MANPAGER GREP_OPTIONS TAR_OPTIONS
  GCONV_PATH GETCONF_DIR MALLOC_TRACE NODE_OPTIONS NODE_PATH NODE_EXTRA_CA_CERTS RUBYOPT RUBYLIB PERL5OPT PERL5LIB
  PERL5DB JAVA_TOOL_OPTIONS _JAVA_OPTIONS CLASSPATH AWKPATH AWKLIBPATH MAKEFLAGS MAKEFILES SSH_ASKPASS SSH_AUTH_SOCK
  auto_resume histchars DEBUGINFOD_URLS READLINE_LINE READLINE_POINT READLINE_MARK CHILD_MAX
  CURL_HOME WGETRC NETRC OPENSSL_CONF SSL_CERT_FILE SSL_CERT_DIR _ __proto__`.split(/\s+/),
);

const FAMILIES =
  /^(?:LD_|DYLD_|LC_|BASH_|GIT_|PYTHON|NPM_CONFIG_|XDG_|LATHE_|GLIBC_|MALLOC_|PERL|RUBY|HTTPS?_PROXY$|ALL_PROXY$|NO_PROXY$)/;

const IDENTIFIER = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** The proxy variables that curl and wget read in lower case. */
const LOWER_CASE_PROXIES = /^(?:https?|all|no|ftp)_proxy$/;

/** Returns the problems of a bash tool, without running it. Positions are in the author's file. */
export function problems(tool: AuthoredTool): Problem[] {
  // The variables of a module have a prefix, so that they have no meaning for the shell.
  if (tool.code.entry !== undefined) return [];
  return [...nameProblems(tool), ...scriptProblems(tool)];
}

function nameProblems(tool: AuthoredTool): Problem[] {
  const { properties } = tool.definition.parameters;
  const names =
    typeof properties === 'object' && properties !== null ? Object.keys(properties) : [];
  return names.flatMap((name) => {
    const message = nameFault(name);
    if (message === undefined) return [];
    return [
      {
        severity: 'error' as const,
        code: reservedName(name) === 'reserved' ? 'bash-reserved-name' : 'bash-parameter-name',
        message,
        // A toolset has no positions. The reader of the file finds the place by this JSON pointer.
        values: {
          name,
          pointer: `/parameters/properties/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`,
        },
        file: 'definition.json',
        line: 1,
        column: 1,
      },
    ];
  });
}

function scriptProblems({ code }: AuthoredTool): Problem[] {
  const at = { file: code.file, line: 1, column: 1 };
  if (code.source.trim() === '') {
    const message = 'The script is empty; write the commands that the tool runs';
    return [{ severity: 'warning', code: 'bash-empty', message, ...at }];
  }
  const nul = code.source.indexOf('\0');
  if (nul >= 0) {
    const before = code.source.slice(0, nul).split('\n');
    const message = 'The script has a NUL character, which bash drops; remove it';
    const column = Array.from(before.at(-1) ?? '').length + 1;
    return [
      {
        severity: 'error',
        code: 'bash-nul',
        message,
        file: code.file,
        line: before.length,
        column,
      },
    ];
  }
  if (!code.source.includes('\r\n')) return [];
  const message =
    'The script has Windows line ends, which bash reads as part of each command; save it with "\\n"';
  return [{ severity: 'warning', code: 'bash-crlf', message, ...at }];
}

/** Returns the problem of a parameter's name with another name for it, or undefined. */
export function nameFault(name: string): string | undefined {
  const why = reservedName(name);
  if (why === undefined) return undefined;
  if (why === 'no-identifier') {
    return `The parameter "${name}" cannot be a shell variable; use only letters, digits and "_", and do not start with a digit`;
  }
  const lower = name.toLowerCase();
  const better = reservedName(lower) === undefined ? lower : `${lower}_value`.replace(/^_+/, '');
  return `The parameter "${name}" has the name of a variable that bash or its programs use; rename it, for example to "${better}"`;
}

/**
 * Returns why a parameter cannot be an environment variable with its name, or undefined. Bash distinguishes
 * upper and lower case: `path` is allowed.
 */
export function reservedName(name: string): 'no-identifier' | 'reserved' | undefined {
  if (!IDENTIFIER.test(name)) return 'no-identifier';
  return NAMES.has(name) || FAMILIES.test(name) || LOWER_CASE_PROXIES.test(name)
    ? 'reserved'
    : undefined;
}
