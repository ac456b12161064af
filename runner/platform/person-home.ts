import { homedir } from 'node:os';

/** The home of the person who runs Lathe, which `~` stands for. */
export const personHome = (): string => homedir();
