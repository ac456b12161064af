import { readConfig } from './config.ts';
import type { Process } from '../platform/process/own-process.ts';
import type { Platform } from '../platform/platform.ts';
import { serve } from './serve.ts';

const graceMs = 3_000;

/** Serves until the process is told to stop. The first line on stdout is the address. */
export async function runMain(platform: Platform, process: Process): Promise<void> {
  const read = readConfig(process.args, process.env);
  if (!read.ok) {
    process.complain(read.message);
    return process.exit(1);
  }
  const { config } = read;
  const { home, complain } = process;
  const started = await serve({ platform, config, home, log: complain });
  if (!started.ok) {
    complain(started.message);
    return process.exit(1);
  }
  const { url, token, userToken, close } = started.served;
  process.say(config.json ? JSON.stringify({ url, token, userToken }) : url);
  for (const name of config.loosened) complain(`Loosened: ${name} ${config.hostname}`);
  let stopping = false;
  process.onStop(() => {
    if (stopping) return;
    stopping = true;
    // An open stream of a page must not keep the process alive.
    setTimeout(() => process.exit(0), graceMs);
    void close().finally(() => process.exit(0));
  });
}
