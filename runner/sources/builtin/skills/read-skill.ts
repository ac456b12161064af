import { cause } from '../../../../shared/returns/causes.ts';
import type { Reason } from '../../../../shared/tool/problem/reason.ts';
import type { Disk } from '../../../platform/disk/disk.ts';

export interface SkillSummary {
  /** The name of the folder. */
  name: string;
  description: string;
}

const MOST_BYTES = 256 * 1024;

/**
 * Reads `<skills>/<name>/SKILL.md`. `text` comes without the front matter; its `arguments: [a, b]` are the names
 * that the text uses as `$a`. Does not follow links.
 */
export async function readSkill(
  disk: Disk,
  skills: string,
  name: string,
): Promise<
  | { ok: true; description: string; folder: string; text: string; parameters: string[] }
  | { ok: false; because: Reason }
> {
  const folder = `${skills}/${name}`;
  const path = `${folder}/SKILL.md`;
  const plain = !/[/\0]|^\./.test(name) && (await disk.look(folder))?.kind === 'folder';
  const file = plain ? await disk.look(path) : undefined;
  if (file?.kind !== 'file') return { ok: false, because: cause('no-skill', { name }) };
  if (file.size > MOST_BYTES) {
    return { ok: false, because: cause('skill-large', { name, most: MOST_BYTES }) };
  }
  const bytes = await disk.read(path);
  const whole = new TextDecoder().decode(bytes).replaceAll('\r\n', '\n');
  const front = /^---\n(.*?)\n---(?:\n|$)/s.exec(whole);
  const text = whole.slice(front?.[0].length ?? 0).trim();
  const said = /^description:[ \t]*(.*(?:\n[ \t]+.*)*)$/m.exec(front?.[1] ?? '')?.[1] ?? '';
  const named = /^arguments:[ \t]*(.*)$/m.exec(front?.[1] ?? '')?.[1] ?? '';
  const parameters = named.match(/[A-Za-z_]\w*/g) ?? [];
  return { ok: true, description: unquoted(said), folder, text, parameters };
}

/** Returns a YAML scalar of one line, or folded over several. */
function unquoted(written: string): string {
  const line = written
    .replace(/^[>|][-+]?/, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return /^(["']).*\1$/.test(line) ? line.slice(1, -1) : line;
}
