import { AddressProcesses } from '../../hosts/address/address-processes.ts';
import type { ProcessOptions as Options } from '../../hosts/address/address-processes.ts';
import { ChildMessage } from './messages.ts';
import type { ParentMessage } from './messages.ts';

export interface ProcessOptions extends Options {
  /** The bundled program; by default in the build's output. */
  program?: string | undefined;
}

const PROGRAM = decodeURIComponent(new URL('../../../dist/models', import.meta.url).pathname);

/** A message about one request; `died` is the last one. */
export type Said = ChildMessage | { type: 'died'; reason: string };

/** The processes for providers, one for each address. */
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
