import { choosePlatform } from '../platform/choose-platform.ts';
import { cliIo } from '../platform/cli-io.ts';
import { homeFolder } from '../platform/process/own-process.ts';
import { lathe } from './lathe.ts';

const io = cliIo();
const code = await lathe(io, await choosePlatform(), homeFolder());
if (code !== undefined) io.exit(code);
