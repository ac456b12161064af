import type { Icon } from '@modelcontextprotocol/server';
import { icons } from '../../../shared/formats/icons.ts';
import type { Disk } from '../../platform/disk/disk.ts';
import { homeFolder } from '../../platform/process/own-process.ts';

/** Returns the SVG of a file name; undefined if it does not exist, null if it cannot be read now. */
export type ReadIcon = (file: string) => Promise<string | undefined | null>;

/** Lathe's own icons, each read once. */
export function openIcons(disk: Disk): ReadIcon {
  const read = new Map<string, ReturnType<ReadIcon>>();
  const textOf = async (file: string) => {
    try {
      const bytes = await disk.read(`${homeFolder()}/web/public/static/icons/${file}`);
      return bytes && new TextDecoder().decode(bytes);
    } catch {
      // The cause may be gone at the next request.
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

/** A grey that is readable on light and dark, because "currentColor" of an image is black. */
const GREY = '#808080';

/**
 * Returns an icon for clients as a `data:` address, so that they fetch nothing. Source: Model Context Protocol
 * 2025-11-25, SEP-973.
 */
export function iconOf(svg: string): Icon {
  const bytes = new TextEncoder().encode(svg.replaceAll('currentColor', GREY));
  const src = `data:image/svg+xml;base64,${btoa(String.fromCharCode(...bytes))}`;
  return { src, mimeType: 'image/svg+xml', sizes: ['any'] };
}
