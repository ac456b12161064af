import { convert, withCarried } from '../../../shared/formats/convert.ts';
import { writers } from '../../../shared/formats/writers.ts';
import { zipFolder } from '../../../shared/formats/import/zip.ts';
import type { Folder } from '../../../shared/tool/folder.ts';
import { readCarried } from '../../hosts/carried/read-carried.ts';
import { nodeDisk } from '../../platform/disk/node-disk.ts';
import type { Sources } from '../../sources/sources.ts';
import { refuse } from '../http/refuse.ts';
import { route, type Route } from '../http/route.ts';
import { toolAnswers } from '../http/tool-answers.ts';

export const exportTool = ({ sources }: { sources: Sources }): Route =>
  route({
    method: 'GET',
    path: '/api/tools/:id/export',
    access: 'author',
    summary: 'A zip of the folder, byte for byte, or in another format',
    query: { format: 'The id of a format; by default the unchanged folder' },
    async handle({ params, query }) {
      const { id = '' } = params;
      const unit = await sources.unit(id);
      if (!unit) return toolAnswers.absent(id);
      const { read, folder } = unit;
      if (!read) {
        const hint = 'Every runner has it; "/mcp" offers it to other programs';
        const message = `"${id}" comes with Lathe and has no files of its own to export`;
        return refuse(422, 'no-files', message, { hint, values: { id } });
      }
      const ignored = read.problems.find(({ code }) => code === 'sync-ignored');
      if (ignored) {
        const hint = 'Take the line out of ".syncignore" first';
        return refuse(422, 'sync-ignored', ignored.message, {
          ...{ path: ignored.file, hint, values: ignored.values },
        });
      }
      const wanted = query.get('format') ?? read.format;
      let files: Folder = folder.files;
      if (wanted !== read.format) {
        const writer = writers.get(wanted);
        if (!writer) {
          const known = [...writers.keys()].map((one) => `"${one}"`);
          const hint = `Known are ${known.join(', ')}`;
          return refuse(400, 'unknown-format', `There is no format "${wanted}" to export to`, {
            hint,
          });
        }
        const written = convert(writer, read);
        if (Object.keys(written.files).length === 0) {
          const hint = [...new Set(written.losses.map(({ reason }) => reason))].join('; ');
          const message = `"${id}" cannot be exported as ${writer.label}`;
          const values = { id, format: writer.label };
          return refuse(422, 'not-exported', message, { hint, values });
        }
        files = await withCarried(written, readCarried(nodeDisk));
      }
      return new Response(new Uint8Array(zipFolder(id, files)), {
        headers: {
          'Content-Type': 'application/zip',
          'Content-Disposition': `attachment; filename*=UTF-8''${encodeURIComponent(id)}.zip`,
        },
      });
    },
  });
