/**
 * What every visitor comes to need once the editor stands. The build makes one file of it and of what it imports, instead
 * of some hundred (`vite.config.ts`); who needs a part of it imports that part, early or late. It is fetched when
 * there is nothing else to do, so that the first key press finds it there, and that a tool runs in the page, and a
 * form opens, when the runner has gone.
 */
import './shell/Palette.svelte';
import './shell/banner/Banner.svelte';
import './shell/RunFailed.svelte';
import './shell/zoom.ts';
import './panes/library/hands.ts';
import './panes/conversations/ConversationList.svelte';
import './panes/servers/ServerList.svelte';
import './panes/history/HistoryPane.svelte';
import './panes/tabs/ToolTabs.svelte';
import './panes/editor/ObjectLine.svelte';
import './panes/editor/EditorFoot.svelte';
import './panes/editor/DefinitionForm.svelte';
import './panes/editor/returns/ReturnForm.svelte';
import './panes/editor/agent/AgentForm.svelte';
import './panes/preview/PreviewPane.svelte';
import './panes/run/JsonArgs.svelte';
import './panes/run/Samples.svelte';
import './panes/result/ResultPane.svelte';
import './state/run-here.ts';
import './state/tool-actions.ts';
