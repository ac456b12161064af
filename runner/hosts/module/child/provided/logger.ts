type Write = (level: 'debug' | 'info' | 'warn' | 'error', parts: unknown[]) => void;

let write: Write = () => undefined;

/** The log that modules import rather than take from their host. */
export const logger = {
  debug: (...parts: unknown[]) => write('debug', parts),
  info: (...parts: unknown[]) => write('info', parts),
  warn: (...parts: unknown[]) => write('warn', parts),
  error: (...parts: unknown[]) => write('error', parts),
};

/** Where it goes; known once the runner has said which module this is. */
export const openLogger = (to: Write): void => void (write = to);
