import type { Folder } from '../../shared/tool/folder.ts';

/** Hands the person a zip that holds one folder. */
export async function keepZip(name: string, files: Folder): Promise<void> {
  const { zipFolder } = await import('../../shared/formats/import/zip.ts');
  const zip = zipFolder(name, files);
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([new Uint8Array(zip)], { type: 'application/zip' }));
  link.download = `${name}.zip`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
