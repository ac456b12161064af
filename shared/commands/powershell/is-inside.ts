import { isInside as insideOf, type Place } from '../paths.ts';

/** Whether the path is inside the boundary for PowerShell on any system. */
export const isInside = (path: string, place: Place): boolean =>
  // A colon means a drive or a provider; two slashes mean a network computer.
  !/[:`]|^[\\/]{2}|^~/.test(path) && insideOf(path.replaceAll('\\', '/'), place);
