import { nodePlatform } from './platform/node.ts';
import { ownProcess } from './platform/own-process.ts';
import { runMain } from './server/run-main.ts';

await runMain(nodePlatform(), ownProcess);
