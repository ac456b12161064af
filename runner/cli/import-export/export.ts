import type { Command } from 'commander';
import { convert, withCarried } from '../../../shared/formats/convert.ts';
import { zipFolder } from '../../../shared/formats/import/zip.ts';
import { writers } from '../../../shared/formats/writers.ts';
import type { Written } from '../../../shared/tool/format.ts';
import { readCarried } from '../../hosts/carried/read-carried.ts';
import { exitCode, problemLines } from '../session.ts';
import type { Session } from '../session.ts';
import { openSource } from '../open-source.ts';
import type { Source } from '../open-source.ts';
import { writeNewFolder } from './write-new-folder.ts';

type Converted = { ok: true; written: Written } | { ok: false; message: string };

/** `lathe export`: writes a tool in a format, as a folder or a zip. In the tool's own format every byte is kept. */
export function exportTool(program: Command, session: Session): void {
  program
    .command('export')
    .description('Export a tool as a folder or a zip')
    .argument('<path>', 'a tool folder, a script, a module, or a JSON file of definitions')
    .option('--format <id>', `one of ${[...writers.keys()].join(', ')} (default: its own)`)
    .requiredOption('--out <path>', 'a new folder, or a file that ends in .zip')
    .option('--json', 'print JSON')
    .action(async (path: string, options: { format?: string; out: string }) => {
      const source = await openSource(session, path);
      if (!source.ok) return session.fail('not-found', source.message);
      const made = converted(source, options.format ?? source.read.format);
      if (!made.ok) return session.fail('cannot-export', made.message, exitCode.problems);
      const { losses } = made.written;
      const whole = await withCarried(made.written, readCarried(session.disk)).catch(
        (cause: Error) => cause.message,
      );
      if (typeof whole === 'string') return session.fail('not-built', whole);
      const out = session.io.path(options.out);
      if (/\.zip$/i.test(out)) {
        await session.disk.write(out, zipFolder(source.name, whole));
      } else {
        const refused = await writeNewFolder(session.disk, out, whole);
        if (refused) return session.fail('cannot-write', `${refused}; choose another --out`);
      }
      const files = Object.keys(whole).toSorted();
      await session.answer({ files, losses }, () =>
        [...files, ...new Set(losses.map(({ path, reason }) => `without ${path}: ${reason}`))].join(
          '\n',
        ),
      );
    });
}

function converted({ read, files }: Source, id: string): Converted {
  const ignored = read.problems.find(({ code }) => code === 'sync-ignored');
  if (ignored) return { ok: false, message: problemLines([ignored]) };
  // A dialect of modules is not a format of its own.
  if (id === read.format) return { ok: true, written: { files, losses: [] } };
  const writer = writers.get(id);
  if (!writer) {
    return {
      ok: false,
      message: `There is no format "${id}", only ${[...writers.keys()].join(', ')}`,
    };
  }
  if (read.toolset.tools.length === 0) return { ok: false, message: problemLines(read.problems) };
  const written = convert(writer, read);
  if (Object.keys(written.files).length > 0) return { ok: true, written };
  const why = [...new Set(written.losses.map(({ reason }) => reason))];
  return { ok: false, message: `Cannot export it as ${writer.label}: ${why.join('; ')}` };
}
