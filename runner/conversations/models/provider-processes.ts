import { AddressProcesses } from '../../hosts/address/address-processes.ts';
import type { ProcessOptions as Options } from '../../hosts/address/address-processes.ts';
import { ChildMessage } from './messages.ts';
import type { ParentMessage } from './messages.ts';

export interface ProcessOptions extends Options {
  /** What the build put together; by default where the build puts it. */
  program?: string | undefined;
}

const PROGRAM = decodeURIComponent(new URL('../../../dist/models', import.meta.url).pathname);

/** What a process says about one request; `died` is the last of it. */
export type Said = ChildMessage | { type: 'died'; reason: string };

/** The processes that speak with providers, one for each address. */
export type ProviderProcesses = AddressProcesses<
  Exclude<ParentMessage, { type: 'stop' }>,
  ChildMessage
>;

export const openProcesses = (options: ProcessOptions): ProviderProcesses =>
  new AddressProcesses(options, {
    ...{ name: 'Models', folder: options.program ?? PROGRAM, main: 'main.mjs' },
    speech: {
      read: (message) => ChildMessage.parse(message),
      isLast: (said) => said.type === 'pieces' && said.pieces.at(-1)?.type === 'finish',
    },
  });
