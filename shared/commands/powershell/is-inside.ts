import { isInside as insideOf, type Place } from '../paths.ts';

/** Whether a path's text stays inside the boundary, as PowerShell reads it on any system. */
export const isInside = (path: string, place: Place): boolean =>
  // A colon names a drive or a provider, two slashes a machine of the network.
  !/[:`]|^[\\/]{2}|^~/.test(path) && insideOf(path.replaceAll('\\', '/'), place);
