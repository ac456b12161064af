import { denoPlatform } from './platform/deno.ts';
import { ownProcess } from './platform/own-process.ts';
import { runMain } from './run-main.ts';

await runMain(denoPlatform(), ownProcess);
