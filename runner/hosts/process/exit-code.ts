import type { Exit } from '../../platform/spawn.ts';

const SIGNALS: Record<string, number> = {
  SIGHUP: 1,
  SIGINT: 2,
  SIGQUIT: 3,
  SIGILL: 4,
  SIGTRAP: 5,
  SIGABRT: 6,
  SIGBUS: 7,
  SIGFPE: 8,
  SIGKILL: 9,
  SIGUSR1: 10,
  SIGSEGV: 11,
  SIGUSR2: 12,
  SIGPIPE: 13,
  SIGALRM: 14,
  SIGTERM: 15,
  SIGXCPU: 24,
  SIGXFSZ: 25,
};

/** The exit status as a shell tells it: 128 and the signal's number for a program that a signal ended. */
export function exitCode({ code, signal }: Exit): number {
  return code ?? 128 + (SIGNALS[signal ?? ''] ?? 0);
}
