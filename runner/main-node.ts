import { nodePlatform } from './platform/node.ts';
import { ownProcess } from './platform/process/own-process.ts';
import { runMain } from './server/run-main.ts';

await runMain(nodePlatform(), ownProcess);
