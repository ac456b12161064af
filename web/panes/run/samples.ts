import { writeJson } from '../../../shared/tool/exact-number.ts';
import { removeIn, setIn } from '../../../shared/formats/edit-definition.ts';
import { samplesFile } from '../../../shared/formats/read-unchecked.ts';
import { parseJson } from '../../../shared/schema/json/parse-json.ts';
import { sameJson } from '../../../shared/schema/json/values.ts';
import type { Folder } from '../../../shared/tool/folder.ts';
import type { Arguments } from '../../../shared/tool/json.ts';
import { Expectation } from '../../../shared/tool/sample.ts';
import type { Sample } from '../../../shared/tool/sample.ts';

const LENGTH = 24;

/** The folder with one more sample; undefined when its file is no list, which only its author can fix. */
export const withSample = (
  files: Folder,
  sample: Sample,
  shown: readonly Sample[] = [],
): Folder | undefined =>
  edited(files, shown, (text, length) => setIn(text, [length], { ...sample }));

const fields = Object.keys(Expectation.shape) as (keyof Expectation)[];

/**
 * The folder in which a sample expects this; without an expectation, none. Fields that nobody here knows stay.
 * `shown` are all samples of the folder.
 */
export const withExpectation = (
  files: Folder,
  index: number,
  expect: Expectation | undefined,
  shown: readonly Sample[],
): Folder | undefined =>
  edited(files, shown, (text) => {
    const path = [index, 'expect'];
    if (!expect) return removeIn(text, path);
    const before = shown[index]?.expect;
    const changed = fields.filter((field) => !sameJson(before?.[field], expect[field]));
    // An empty one is not none: it expects nothing.
    if (!before && changed.length === 0) return setIn(text, path, {});
    return changed.reduce((now, field) => {
      const value = expect[field];
      if (value === undefined) return removeIn(now, [...path, field]);
      return field === 'error'
        ? setIn(now, [...path, field, 'type'], expect.error?.type ?? null)
        : setIn(now, [...path, field], value);
    }, text);
  });

/** A new file begins with the samples that were `shown` until then, since it is the whole list from then on. */
function edited(
  files: Folder,
  shown: readonly Sample[],
  edit: (text: string, length: number) => string,
): Folder | undefined {
  const file = samplesFile(files);
  const text = Object.hasOwn(files, file) ? files[file] : `${writeJson(shown, 2)}\n`;
  if (typeof text !== 'string') return undefined;
  const list = text.trim() === '' ? '[]\n' : text;
  const parsed = parseJson(list);
  if (!parsed.ok || !Array.isArray(parsed.value)) return undefined;
  return { ...files, [file]: edit(list, parsed.value.length) };
}

/** A name for arguments that are kept as a sample, made of their values: `12.5 * 8`. */
export function sampleName(args: Arguments, taken: readonly string[]): string {
  const words = Object.values(args).map((value) =>
    typeof value === 'string' ? value : (writeJson(value) ?? ''),
  );
  const line = [...words.join(' ').replace(/\s+/g, ' ').trim()];
  const base =
    (line.length > LENGTH
      ? line
          .slice(0, LENGTH - 1)
          .join('')
          .trimEnd() + '…'
      : line.join('')) || 'sample';
  let name = base;
  for (let number = 2; taken.includes(name); number++) name = `${base} ${number}`;
  return name;
}
