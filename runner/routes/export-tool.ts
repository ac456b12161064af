import { formats } from '../../shared/formats/formats.ts';
import { writeZip } from '../../shared/formats/zip.ts';
import type { Folder } from '../../shared/tool/folder.ts';
import { refuse } from '../http/refuse.ts';
import { route } from '../http/route.ts';
import { toolAnswers } from '../http/tool-answers.ts';

export const exportTool = route({
  method: 'GET',
  path: '/api/tools/:id/export',
  access: 'author',
  summary: 'A zip of the folder, byte for byte; of another format when one is named',
  query: { format: 'The id of a format; the folder as it is without it' },
  async handle({ params, query, parts }) {
    const { id = '' } = params;
    const entry = await parts.library.entry(id);
    if (!entry) return toolAnswers.absent(id);
    const wanted = query.get('format') ?? entry.read.format;
    let files: Folder = entry.folder.files;
    if (wanted !== entry.read.format) {
      const format = formats.get(wanted);
      if (!format?.write) {
        const known = [...formats.values()].flatMap((one) => (one.write ? [`"${one.id}"`] : []));
        const hint = `Known are ${known.join(', ')}`;
        return refuse(400, 'unknown-format', `Nothing writes the format "${wanted}"`, { hint });
      }
      files = format.write(entry.read.toolset).files;
    }
    const inside = Object.entries(files).map(([path, content]) => [`${id}/${path}`, content]);
    const zip = writeZip(Object.fromEntries(inside));
    return new Response(new Uint8Array(zip), {
      headers: {
        'Content-Type': 'application/zip',
        'Content-Disposition': `attachment; filename*=UTF-8''${encodeURIComponent(id)}.zip`,
      },
    });
  },
});
