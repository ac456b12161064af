import type { Icon } from '@modelcontextprotocol/server';
import { icons } from '../../../shared/formats/icons.ts';
import type { Disk } from '../../platform/disk/disk.ts';
import { homeFolder } from '../../platform/process/own-process.ts';

/** Gives the drawing of a file name as SVG; undefined where there is none, null where it cannot be read now. */
export type ReadIcon = (file: string) => Promise<string | undefined | null>;

/** Lathe's own drawings, each read once. */
export function openIcons(disk: Disk): ReadIcon {
  const read = new Map<string, ReturnType<ReadIcon>>();
  const textOf = async (file: string) => {
    try {
      const bytes = await disk.read(`${homeFolder()}/web/public/static/icons/${file}`);
      return bytes && new TextDecoder().decode(bytes);
    } catch {
      // Whatever kept it from being read may be over when it is next asked for.
      read.delete(file);
      return null;
    }
  };
  return async (file) => {
    if (!icons.includes(file)) return undefined;
    const text = read.get(file) ?? textOf(file);
    read.set(file, text);
    return text;
  };
}

/** Reads as well on a light ground as on a dark one, where "currentColor" of an image is black. */
const GREY = '#808080';

/** A drawing as a client gets it, which fetches nothing for it. Source: Model Context Protocol 2025-11-25, SEP-973. */
export function iconOf(svg: string): Icon {
  const bytes = new TextEncoder().encode(svg.replaceAll('currentColor', GREY));
  const src = `data:image/svg+xml;base64,${btoa(String.fromCharCode(...bytes))}`;
  return { src, mimeType: 'image/svg+xml', sizes: ['any'] };
}
