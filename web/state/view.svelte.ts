import { remembered } from '../storage/remembered.ts';
import type { HelpWanted } from './help-wanted.ts';
import { hashOf, placeOf } from './places/address.ts';
import type {
  HistoryPlace,
  Place as Addressed,
  ServerPlace,
  SettingsTab,
} from './places/address.ts';
import { narrow } from './places/narrow.ts';
import { firstTab, tabs, toolTabs, type PaneTab } from './places/pane-tabs.ts';
import type { Conflict } from './tools/tool-draft.svelte.ts';

export type { SettingsTab } from './places/address.ts';
export type { PaneTab } from './places/pane-tabs.ts';

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
  /** The number of the conversation that is being begun, which stands there before it has an address; 0 for none. */
  begins = $state(0);
  /** The MCP server that stands there. */
  server = $state.raw<ServerPlace>();
  /** Which runs of the history stand there. */
  runs = $state.raw<HistoryPlace>();
  /** The run of the history that the address names. */
  run = $state<string>();
  /** What the address names and is not open yet. */
  asked = $state.raw<Addressed>();
  /** Only what a model gets is shown: the open conversation is held blind, with the person as the model. */
  blind = $state(false);
  /** What the page is called while it shows no tool. */
  title = $state<string>();
  #tab = $state<PaneTab>('edit');
  /** The file that the editor shows, by folder. */
  #files = $state<Record<string, string>>({});
  #definitionAs = $state<'text' | 'form'>(
    remembered.read('definition-as') === 'form' ? 'form' : 'text',
  );
  /** The file that was just added; its form takes the focus when it is shown, once. */
  added: string | undefined;
  /** What the editor shows of a module. */
  moduleAs = $state<'code' | 'policies'>('code');
  /** The language whose writing rules lie beside the editor. */
  guide = $state<string>();
  palette = $state(false);
  /** Whether the list of keys is shown. */
  shortcuts = $state(false);
  #zoom = $state<PaneTab>();
  /** Whether something was chosen in the palette that has yet to open. */
  opening = $state(false);
  creating = $state(false);
  /** Whether something is being pasted to import it. */
  pasting = $state(false);
  /** Whether commands are judged in a dialog. */
  judging = $state(false);
  /** Whether the forms are shown in which the open folder can be taken along. */
  exporting = $state(false);
  /** What a model is to help with. */
  help = $state.raw<HelpWanted>();
  /** Whether the settings lie over what is shown; they have an address of their own. */
  settings = $state(false);
  settingsTab = $state<SettingsTab>('general');
  /** The guide that lies over what is shown; it has an address of its own. */
  guides = $state<string>();
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
    addEventListener('popstate', () => {
      this.#closeDialogs();
      this.#follow();
    });
  }

  /** Those without an address lie over the place that the browser leaves; what holds unfinished work stays. */
  #closeDialogs(): void {
    this.palette = this.shortcuts = this.judging = this.exporting = this.session = false;
    this.creating = this.pasting = false;
    this.renaming = undefined;
  }

  /** Whether the panes of a tool are where they are. */
  get showsTool(): boolean {
    return this.begins === 0 && (this.conversation ?? this.server ?? this.runs) === undefined;
  }

  /** A narrow screen shows the library and nothing else. */
  get isLibraryAlone(): boolean {
    return narrow.current && this.#tab === 'library';
  }

  /** The pane that fills the screen; one that is not there leaves it to the others. */
  get zoom(): PaneTab | undefined {
    const zoom = this.#zoom;
    if (zoom === 'talk') return this.conversation === undefined ? undefined : zoom;
    if (zoom === 'runs') return this.runs && zoom;
    return zoom === 'library' || this.showsTool ? zoom : undefined;
  }

  set zoom(pane: PaneTab | undefined) {
    this.#zoom = pane;
  }

  /** How files are shown that a form can show; the choice outlives the page. */
  get definitionAs(): 'text' | 'form' {
    return this.#definitionAs;
  }

  set definitionAs(as: 'text' | 'form') {
    this.#definitionAs = as;
    remembered.write('definition-as', as);
  }

  /** The pane that a narrow screen shows. Whoever goes to a tool's pane leaves what stands in its place. */
  get tab(): PaneTab {
    return this.#tab;
  }

  set tab(tab: PaneTab) {
    if (toolTabs.some((one) => one === tab) && !this.showsTool) this.#go('');
    this.#tab = tab;
    // What was asked for is not behind another pane.
    if (this.zoom !== tab) this.zoom = undefined;
    history.replaceState({ ...history.state, tab }, '');
  }

  /** What the address should name, of all but the tool. */
  get place(): Addressed {
    const { conversation, server, runs } = this;
    if (this.settings) return { settings: this.settingsTab };
    if (this.guides !== undefined) return { guides: this.guides };
    return conversation ? { conversation } : { server, history: runs };
  }

  /** Opens the settings at one of their pages. */
  showSettings(tab: SettingsTab): void {
    this.settingsTab = tab;
    this.settings = true;
  }

  /** Opens a conversation under its own address; undefined goes back to the tools. */
  showConversation(id: string | undefined): void {
    this.#go(hashOf({ conversation: id }));
  }

  /** Opens an MCP server under its own address, or the form that adds one; undefined goes back to the tools. */
  showServer(server: ServerPlace | undefined): void {
    this.#go(hashOf({ server }));
  }

  /** Opens the history; other filters of an open one are the same entry of the browser's own. */
  showRuns(wanted: HistoryPlace): void {
    const hash = hashOf({ history: wanted });
    if (this.runs) history.replaceState(history.state, '', hash);
    this.#go(hash);
  }

  #go(hash: string): void {
    if (location.hash !== hash)
      history.pushState(null, '', location.pathname + location.search + hash);
    this.#follow();
  }

  #follow(): void {
    const over = placeOf(location.hash);
    this.settings = over.settings !== undefined;
    this.guides = over.guides;
    if (over.settings) this.settingsTab = over.settings;
    const isOver = over.settings !== undefined || over.guides !== undefined;
    const beneath: unknown = Object(history.state).beneath;
    // Where it is not known what lies beneath, that stays.
    if (isOver && typeof beneath !== 'string') return;
    const place = isOver ? placeOf(String(beneath)) : over;
    // What was gone to is not behind the library.
    if (this.#zoom === 'library') this.#zoom = undefined;
    this.begins = 0;
    this.conversation = place.conversation;
    this.server = place.server;
    this.runs = place.history;
    this.run = place.run;
    this.asked = place.tool || place.run ? place : undefined;
    this.#tab = tabs.find((tab) => tab === Object(history.state).tab) ?? firstTab(place);
  }

  /** Whether a dialog is open, or about to be, that a key asks for and that is typed into at once. */
  get awaitsTyping(): boolean {
    const { palette, opening, creating, pasting, judging, renaming, help } = this;
    return palette || opening || creating || pasting || judging || Boolean(renaming ?? help);
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
