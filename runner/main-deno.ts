import { denoPlatform } from './platform/deno.ts';
import { ownProcess } from './platform/process/own-process.ts';
import { runMain } from './server/run-main.ts';

await runMain(denoPlatform(), ownProcess);
