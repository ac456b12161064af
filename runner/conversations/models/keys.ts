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

/** Whether the key is printable ASCII, as a header requires. */
export const isKey = (text: string): boolean => /^[\x21-\x7e]+$/.test(text);

/** How to reach a provider. The key stays in the process that uses it. */
export interface Reached {
  key: string | undefined;
  keyFrom: ProviderState['key'];
  /** Not validated. */
  address: string;
  addressFrom: ProviderState['addressFrom'];
}

/**
 * Keys and addresses of providers, from the environment or from a file of the workspace that only its owner can
 * read. A damaged file is set aside and counts as empty.
 */
export class Keys {
  readonly #file: JsonFile<Kept>;
  readonly #variable: (name: string) => string | undefined;

  constructor(disk: Disk, workspace: string, variable: (name: string) => string | undefined) {
    this.#file = new JsonFile(disk, `${workspace}/.lathe/keys.json`, Kept, {});
    this.#variable = variable;
  }

  /** Sets a damaged file aside. */
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
