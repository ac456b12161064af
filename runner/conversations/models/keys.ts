import { z } from 'zod';
import { ModelProvider } from '../../../shared/protocol/models.ts';
import type { ProviderChange, ProviderState } from '../../../shared/protocol/models.ts';
import type { Disk } from '../../platform/disk/disk.ts';
import { JsonFile } from '../../store/json-file.ts';
import { knownProviders } from './known-providers.ts';

const Kept = z.partialRecord(
  ModelProvider,
  z.object({ key: z.string().optional(), address: z.string().optional() }),
);
type Kept = z.infer<typeof Kept>;

/** A printable key: a header takes no other. */
export const isKey = (text: string): boolean => /^[\x21-\x7e]+$/.test(text);

/** How a provider is reached. The key stays with whoever asks it. */
export interface Reached {
  key: string | undefined;
  keyFrom: ProviderState['key'];
  /** As it was written; nobody has checked it. */
  address: string;
  addressFrom: ProviderState['addressFrom'];
}

/**
 * Keys and addresses of providers: what the environment says, else what the person typed, which is kept in a
 * file of the workspace that its owner alone may read. A damaged file is set aside and holds none.
 */
export class Keys {
  readonly #file: JsonFile<Kept>;
  readonly #variable: (name: string) => string | undefined;

  constructor(disk: Disk, workspace: string, variable: (name: string) => string | undefined) {
    this.#file = new JsonFile(disk, `${workspace}/.lathe/keys.json`, Kept, {});
    this.#variable = variable;
  }

  /** Sets the file aside where it is damaged. */
  mend(): Promise<void> {
    return this.#file.mend();
  }

  async of(provider: ModelProvider): Promise<Reached> {
    const { variables, needsKey, address } = knownProviders[provider];
    const kept = (await this.#file.read()).value[provider] ?? {};
    const given = {
      key: this.#variable(variables.key)?.trim() || undefined,
      address: this.#variable(variables.address)?.trim() || undefined,
    };
    const key = given.key ?? kept.key;
    return {
      key,
      keyFrom: given.key ? 'environment' : key ? 'kept' : needsKey ? 'none' : 'unneeded',
      address: given.address ?? kept.address ?? address,
      addressFrom: given.address ? 'environment' : kept.address ? 'settings' : 'default',
    };
  }

  async change(provider: ModelProvider, { key, address }: ProviderChange): Promise<void> {
    await this.#file.update((kept) => {
      const { key: oldKey, address: oldAddress } = kept[provider] ?? {};
      const next = {
        ...present('key', key === undefined ? oldKey : key?.trim()),
        ...present('address', address === undefined ? oldAddress : address?.trim()),
      };
      return { ...kept, [provider]: next };
    });
  }
}

const present = <Name extends string>(name: Name, value: string | null | undefined) =>
  value ? ({ [name]: value } as Record<Name, string>) : {};
