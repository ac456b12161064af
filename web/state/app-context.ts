import { createContext } from 'svelte';
import type { App } from './app.svelte.ts';
import type { Command } from './commands.ts';

interface AppContext {
  app: App;
  /** The actions of the page as they stand now, by id. */
  command(id: string): Command | undefined;
  commands(): Command[];
}

export const [useApp, provideApp] = createContext<AppContext>();
