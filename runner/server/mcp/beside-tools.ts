import type { Registered } from '../../../shared/registry/registry-view.ts';
import { version } from '../../platform/process/own-process.ts';
import type { Disk } from '../../platform/disk/disk.ts';
import type { RunnerUnit } from '../../sources/unit.ts';
import { openIcons } from './icons.ts';
import type { Offer } from './offer.ts';
import { openPrompts } from './prompts.ts';
import { openResources } from './resources.ts';
import { samplePrompts } from './sample-prompts.ts';

export const ABOUT = { name: 'lathe', title: 'Lathe', version };

/** The limit of the instructions in characters, because a client may show them to its model at each turn. */
const MOST_LETTERS = 20_000;

type Offered = readonly Registered<RunnerUnit>[];

const unitsOf = (offered: Offered): RunnerUnit[] => [...new Set(offered.map(({ unit }) => unit))];

/** The result for a list, which is the same array as long as nothing changed. */
const known = new WeakMap<Offered, string>();

/** Returns the instructions of the tools' authors, a paragraph for each group. */
export function instructionsOf(offered: Offered): string {
  const text = known.get(offered) ?? saidOf(offered);
  known.set(offered, text);
  return text;
}

function saidOf(offered: Offered): string {
  const said = unitsOf(offered).flatMap(({ read }) => {
    const { name, rulePrompt } = read?.toolset?.group ?? {};
    return rulePrompt === undefined || rulePrompt.trim() === ''
      ? []
      : [`${name}: ${rulePrompt.trim()}`];
  });
  return said.join('\n\n').slice(0, MOST_LETTERS);
}

/** Returns what a client gets from a workspace besides tools. */
export function besideTools(given: {
  disk: Disk;
  workspace: string;
  offered(): Promise<Offered>;
  sharesFiles(): boolean;
}): Pick<Offer, 'about' | 'icon' | 'instructions' | 'prompts' | 'resources'> {
  const { disk, workspace, offered, sharesFiles } = given;
  const files = openResources(disk, `${workspace}/files`);
  return {
    about: ABOUT,
    icon: openIcons(disk),
    instructions: async () => instructionsOf(await offered()),
    prompts: openPrompts(
      disk,
      `${workspace}/skills`,
      samplePrompts(offered, ({ read }) => read?.samples ?? []),
    ),
    resources: () => (sharesFiles() ? files : undefined),
  };
}
