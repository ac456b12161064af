import { deflateSync, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import type { Folder } from '../../tool/folder.ts';
import { importLimits } from './folder-names.ts';
import { readZip, unpackEntry, writeZip } from './zip.ts';

const text = (value: string) => new TextEncoder().encode(value);
const zip = (files: Record<string, string>) =>
  zipSync(Object.fromEntries(Object.entries(files).map(([path, value]) => [path, text(value)])));

/** Replaces every occurrence of `from`; both texts have the same length. */
function patch(bytes: Uint8Array, from: string, to: string): Uint8Array {
  const copy = bytes.slice();
  const [old, next] = [text(from), text(to)];
  for (let at = 0; at + old.length <= copy.length; at += 1) {
    if (old.every((byte, index) => copy[at + index] === byte)) copy.set(next, at);
  }
  return copy;
}

/** Writes little-endian bytes at an offset from the n-th record with this signature. */
function poke(bytes: Uint8Array, signature: number, at: number, value: number[], nth = 0) {
  const copy = bytes.slice();
  const view = new DataView(copy.buffer);
  let seen = 0;
  for (let start = 0; start + 4 <= copy.length; start += 1) {
    if (view.getUint32(start, true) !== signature) continue;
    if (seen === nth) copy.set(value, start + at);
    seen += 1;
  }
  return copy;
}
const CENTRAL = 0x02014b50;
const LOCAL = 0x04034b50;

const refusals = (bytes: Uint8Array) => {
  const read = readZip(bytes);
  return read.ok ? [] : read.problems.map(({ code, file }) => `${code} ${file}`);
};

describe('reads a zip back byte for byte', () => {
  const rows: { name: string; files: Folder }[] = [
    { name: 'text with any line ends', files: { 'a.txt': 'one\r\ntwo\rthree\n', 'b/c.txt': '' } },
    { name: 'Chinese and a byte order mark', files: { '工具.json': '\u{feff}{"id":"计算"}' } },
    { name: 'bytes that are no text', files: { 'x.whl': { base64: '/wD+gA==' } } },
    { name: 'a megabyte that hardly packs', files: { 'big.csv': noise(1_000_000) } },
    { name: 'no files', files: {} },
  ];
  test.each(rows)('A1.4 $name', ({ files }) => {
    const packed = writeZip(files);
    expect(readZip(packed)).toEqual({ ok: true, files });
    expect(writeZip(files)).toEqual(packed);
  });
});

function noise(length: number): string {
  let seed = 7;
  const digits: string[] = [];
  while (digits.length < length) {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    digits.push(String(seed % 10));
  }
  return digits.join('');
}

describe('promise 9: refuses a zip with an untrusted entry, and names the entry', () => {
  const good = zip({ 'calc/definition.json': '{}', 'calc/execution.py': 'print(1)' });
  const two = zip({ 'aa.txt': 'first file', 'bb.txt': 'second one' });
  const rows: [string, Uint8Array, string][] = [
    ['leaves the folder', zip({ '../evil.py': 'x' }), 'import-leaves-folder ../evil.py'],
    ['leaves it later', zip({ 'a/../../b': 'x' }), 'import-leaves-folder a/../../b'],
    ['dot', zip({ 'a/./b': 'x' }), 'import-leaves-folder a/./b'],
    ['absolute', zip({ '/etc/passwd': 'x' }), 'import-absolute-path /etc/passwd'],
    ['drive', zip({ 'C:/x': 'x' }), 'import-drive-letter C:/x'],
    ['drive, relative', zip({ 'c:x': 'x' }), 'import-drive-letter c:x'],
    ['backslash', zip({ 'a\\..\\b': 'x' }), 'import-backslash a\\..\\b'],
    ['NUL', zip({ 'a\0.py': 'x' }), 'import-nul-in-name a\u{fffd}.py'],
    ['line end', zip({ 'a\nb': 'x' }), 'import-control-character a\u{fffd}b'],
    ['double slash', zip({ 'a//b': 'x' }), 'import-empty-name a//b'],
    ['device', zip({ 'a/CON': 'x' }), 'import-reserved-name a/CON'],
    ['device with extension', zip({ 'aux.txt': 'x' }), 'import-reserved-name aux.txt'],
    ['prototype', zip({ ['__proto__/x']: 'x' }), 'import-reserved-name __proto__/x'],
    ['other stream', zip({ 'a.txt:x': 'x' }), 'import-forbidden-character a.txt:x'],
    ['trailing dot', zip({ 'a.': 'x' }), 'import-trailing-dot a.'],
    ['repository', zip({ 'a/.git/config': 'x' }), 'import-planted-repository a/.git/config'],
    ['long name', zip({ ['n'.repeat(256)]: 'x' }), `import-long-name ${'n'.repeat(256)}`],
    ['case clash', zip({ 'a/X.py': '1', 'a/x.py': '2' }), 'import-case-clash a/x.py'],
    ['folder case clash', zip({ 'A/x.py': '1', 'a/y.py': '2' }), 'import-case-clash a/y.py'],
    ['composed accents', zip({ é: '1', 'e\u{301}': '2' }), 'import-case-clash e\u{301}'],
    ['sharp s', zip({ straße: '1', STRASSE: '2' }), 'import-case-clash STRASSE'],
    ['duplicate', patch(two, 'bb.txt', 'aa.txt'), 'import-duplicate aa.txt'],
    ['file and folder', zip({ a: '1', 'a/b': '2' }), 'import-file-and-folder a/b'],
    ['link', linked(0o120777), 'import-link calc/link'],
    ['device node', linked(0o060666), 'import-link calc/link'],
    ['encrypted', poke(good, CENTRAL, 8, [1, 0]), 'import-encrypted calc/definition.json'],
    ['odd method', poke(good, CENTRAL, 10, [99, 0]), 'import-method calc/definition.json'],
    ['declares a bomb', poke(good, CENTRAL, 24, [0, 0, 0, 9]), 'import-bomb calc/definition.json'],
    [
      'larger than it says',
      poke(good, CENTRAL, 24, [1, 0, 0, 0]),
      'import-bomb calc/definition.json',
    ],
    [
      'smaller than it says',
      poke(good, CENTRAL, 24, [9, 0, 0, 0]),
      'import-broken-zip calc/definition.json',
    ],
    ['wrong checksum', poke(good, CENTRAL, 16, [9, 9]), 'import-broken-zip calc/definition.json'],
    ['another local name', poke(good, LOCAL, 30, [0x41]), 'import-broken-zip calc/definition.json'],
    [
      'overlap',
      poke(patch(two, 'bb.txt', 'aa.txt'), CENTRAL, 42, [0, 0, 0, 0], 1),
      'import-overlap aa.txt',
    ],
    ['cut off', good.subarray(0, good.length - 5), 'import-no-zip zip'],
    ['no zip', text('hello'), 'import-no-zip zip'],
    ['empty', new Uint8Array(), 'import-no-zip zip'],
    ['bytes in front', Uint8Array.from([...text('#!x\n'), ...good]), 'import-broken-zip zip'],
  ];
  test.each(rows)('%s', (_name, bytes, expected) => {
    expect(refusals(bytes)).toContain(expected);
  });

  test('a name that is not UTF-8', () => {
    const bytes = poke(poke(two, CENTRAL, 46, [0xff]), LOCAL, 30, [0xff]);
    expect(refusals(bytes)).toEqual(['import-name-encoding entry 1']);
  });

  test('more entries than the limit', () => {
    const many = Object.fromEntries(
      Array.from({ length: importLimits.entries + 1 }, (_, index) => [`f${index}`, '']),
    );
    expect(refusals(zip(many))).toEqual(['import-too-many zip']);
  });

  test('refuses a zip bomb without unpacking it', () => {
    const bomb = zip({ 'bomb.txt': '\0'.repeat(40_000_000) });
    expect(refusals(bomb)).toEqual(['import-bomb bomb.txt']);
    const lying = poke(bomb, CENTRAL, 24, [16, 0, 0, 0]);
    expect(refusals(lying)).toEqual(['import-bomb bomb.txt']);
  });

  test('unpacking stops at the declared size and never reads invalid data after it', () => {
    const packed = deflateSync(new Uint8Array(40_000_000));
    packed.fill(0xff, packed.length / 2);
    const entry = { path: 'x', isFolder: false, deflated: true, crc: 0, size: 16, packed };
    expect(unpackEntry(entry)).toMatchObject({ ok: false, code: 'bomb' });
    expect(unpackEntry({ ...entry, size: 40_000_000 })).toMatchObject({ code: 'broken-zip' });
  });

  test('many files that exceed the limit together', () => {
    const part = noise(1_000_000).repeat(7);
    const files = Object.fromEntries([1, 2, 3, 4, 5].map((n) => [`${n}.csv`, part]));
    expect(refusals(zip(files))).toEqual(['import-bomb 5.csv']);
  });
});

test('accepts folder entries and stored files', () => {
  const bytes = zipSync({ 'calc/': new Uint8Array(), 'calc/a.txt': [text('a'), { level: 0 }] });
  expect(readZip(bytes)).toEqual({ ok: true, files: { 'calc/a.txt': 'a' } });
});

test('accepts a file with an executable bit', () => {
  const bytes = zipSync({ 'run.sh': [text('echo'), { os: 3, attrs: 0o100755 << 16 }] });
  expect(readZip(bytes)).toEqual({ ok: true, files: { 'run.sh': 'echo' } });
});

function linked(mode: number): Uint8Array {
  return zipSync({ 'calc/link': [text('/etc/passwd'), { os: 3, attrs: (mode << 16) >>> 0 }] });
}
