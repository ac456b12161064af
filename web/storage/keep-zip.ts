import type { Folder } from '../../shared/tool/folder.ts';

/** Hands the person a zip that holds one folder. */
export async function keepZip(name: string, files: Folder): Promise<void> {
  const { writeZip } = await import('../../shared/formats/zip.ts');
  const inside = Object.entries(files).map(([path, content]) => [`${name}/${path}`, content]);
  const zip = writeZip(Object.fromEntries(inside));
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([new Uint8Array(zip)], { type: 'application/zip' }));
  link.download = `${name}.zip`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
