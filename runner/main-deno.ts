import { denoPlatform } from './platform/deno.ts';
import { ownProcess } from './platform/own-process.ts';
import { runMain } from './server/run-main.ts';

await runMain(denoPlatform(), ownProcess);
