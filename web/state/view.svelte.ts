import type { HelpWanted } from './help-wanted.ts';
import type { Conflict } from './tool-draft.svelte.ts';

export type SettingsTab =
  | 'general'
  | 'models'
  | 'commands'
  | 'modules'
  | 'groups'
  | 'decisions'
  | 'conflicts'
  | 'log'
  | 'elsewhere';

/** `talk` and `sent` are those of a conversation, `server` that of an MCP server, the others but the library those of a tool. */
export type PaneTab = 'library' | 'edit' | 'schema' | 'run' | 'result' | 'talk' | 'sent' | 'server';

export const serverTabs = [
  ...(['tools', 'messages', 'resources', 'prompts', 'sign-in', 'settings'] as const),
] as const;
export type ServerTab = (typeof serverTabs)[number];

/** An MCP server of the page's address; without a name, the form that adds one. */
export interface ServerPlace {
  name?: string | undefined;
  tab: ServerTab;
}

/** What stands where the tool's panes are. */
interface Addressed {
  conversation?: string | undefined;
  server?: ServerPlace | undefined;
}

/** What the page's address names: `#/conversations/ID`, `#/servers`, `#/servers/NAME` or `#/servers/NAME/TAB`. */
const addressed = (): Addressed => {
  const [place, name, tab, ...more] = location.hash.replace(/^#\//, '').split('/').map(decoded);
  if (more.length > 0) return {};
  if (place === 'conversations' && name && tab === undefined) return { conversation: name };
  if (place !== 'servers') return {};
  const known = serverTabs.find((each) => each === tab);
  return { server: { name: name || undefined, tab: known ?? 'tools' } };
};

/** A part of an address that somebody typed may be encoded wrongly. */
const decoded = (part: string): string => {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
};

const serverHash = ({ name, tab }: ServerPlace): string =>
  ['#/servers', ...(name === undefined ? [] : [name, ...(tab === 'tools' ? [] : [tab])])]
    .map((part, index) => (index === 0 ? part : encodeURIComponent(part)))
    .join('/');

/** A place in a file; line and column from 1, columns in code points. */
export interface Place {
  file: string;
  line: number;
  column: number;
  /** The cursor goes there, and what has the focus keeps it. */
  quiet?: boolean;
}

/** What is shown where; nothing of it outlives the page. */
export class View {
  /** The conversation that stands where the tool's panes are, by its id. */
  conversation = $state<string>();
  /** A conversation is being begun: it stands there before it has an address. */
  begins = $state(false);
  /** The MCP server that stands there. */
  server = $state.raw<ServerPlace>();
  /** Only what a model gets is shown: the open conversation is held blind, with the person as the model. */
  blind = $state(false);
  /** What the page is called while it shows no tool. */
  title = $state<string>();
  #tab = $state<PaneTab>('edit');
  /** The file that the editor shows, by folder. */
  #files = $state<Record<string, string>>({});
  definitionAs = $state<'text' | 'form'>('text');
  /** What the editor shows of a module. */
  moduleAs = $state<'code' | 'policies'>('code');
  /** The language whose writing rules lie beside the editor. */
  guide = $state<string>();
  palette = $state(false);
  /** Whether something was chosen in the palette that has yet to open. */
  opening = $state(false);
  creating = $state(false);
  /** Whether commands are judged in a dialog. */
  judging = $state(false);
  /** Whether the forms are shown in which the open folder can be taken along. */
  exporting = $state(false);
  /** What a model is to help with. */
  help = $state.raw<HelpWanted>();
  settings = $state(false);
  settingsTab = $state<SettingsTab>('general');
  /** Whether the session of the open module is shown. */
  session = $state(false);
  /** Modules find nobody to ask when they run. */
  headless = $state(false);
  renaming = $state<string>();
  conflict = $state.raw<Conflict>();
  dragging = $state(false);
  /** Where the editor should go; a new object each time, so that the same place can be wanted twice. */
  goTo = $state.raw<Place>();

  constructor() {
    this.#follow();
    addEventListener('popstate', () => this.#follow());
  }

  /** Whether the panes of a tool are where they are. */
  get showsTool(): boolean {
    return !this.begins && this.conversation === undefined && this.server === undefined;
  }

  /** The pane that a narrow screen shows. Whoever goes to a tool's pane leaves what stands in its place. */
  get tab(): PaneTab {
    return this.#tab;
  }

  set tab(tab: PaneTab) {
    const ofTool = !['library', 'talk', 'sent', 'server'].includes(tab);
    if (ofTool && !this.showsTool) this.#go('');
    this.#tab = tab;
  }

  /** Opens a conversation under its own address; undefined goes back to the tools. */
  showConversation(id: string | undefined): void {
    this.#go(id === undefined ? '' : `#/conversations/${encodeURIComponent(id)}`);
  }

  /** Opens an MCP server under its own address, or the form that adds one; undefined goes back to the tools. */
  showServer(place: ServerPlace | undefined): void {
    this.#go(place === undefined ? '' : serverHash(place));
  }

  #go(hash: string): void {
    if (location.hash !== hash)
      history.pushState(null, '', location.pathname + location.search + hash);
    this.#follow();
  }

  #follow(): void {
    const { conversation, server } = addressed();
    this.begins = false;
    this.conversation = conversation;
    this.server = server;
    this.#tab = conversation !== undefined ? 'talk' : server !== undefined ? 'server' : 'edit';
  }

  /** Whether a dialog is open, or about to be, that a key asks for and that is typed into at once. */
  get awaitsTyping(): boolean {
    const { palette, opening, creating, judging, renaming, help } = this;
    return palette || opening || creating || judging || Boolean(renaming ?? help);
  }

  togglePalette(): void {
    // What was chosen in it comes first.
    if (!this.opening) this.palette = !this.palette;
  }

  file(toolId: string): string | undefined {
    return this.#files[toolId];
  }

  showFile(toolId: string, file: string): void {
    this.#files[toolId] = file;
  }

  toggleGuide(language: string): void {
    this.guide = this.guide === language ? undefined : language;
  }

  reveal(toolId: string, place: Place): void {
    this.showFile(toolId, place.file);
    this.definitionAs = 'text';
    this.moduleAs = 'code';
    this.tab = 'edit';
    this.goTo = { ...place };
  }
}
