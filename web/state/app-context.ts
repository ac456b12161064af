import { createContext } from 'svelte';
import type { App } from './app.svelte.ts';

/** An action of the page: the palette, the keyboard and the menus run it. */
export interface Command {
  id: string;
  text: string;
  keys?: string;
  /** Works while a text is being typed, too. */
  everywhere?: boolean;
  enabled: boolean;
  /** It is done by the runner, or led to by it. */
  needsRunner?: boolean;
  /** Why it cannot be done now, where that is said. */
  title?: string | undefined;
  run: () => void;
}

interface AppContext {
  app: App;
  /** The actions of the page as they stand now, by id. */
  command(id: string): Command | undefined;
  commands(): Command[];
}

export const [useApp, provideApp] = createContext<AppContext>();
