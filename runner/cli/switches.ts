import type { Tool } from '../../shared/registry/tool.ts';
import type { Settings } from '../store/settings.ts';

type OneTool = Pick<Tool, 'name' | 'definition'>;

/** What the person switched off in a workspace. */
export interface Switches {
  /** The file that says so. */
  file: string;
  /** Why nothing runs of a tool at the moment; `group` is that of a script module. */
  off(tool: OneTool, group?: string): string | undefined;
}

/** Those of one unit of a workspace; what lies in none has no id there. */
export const switchesOf = (
  workspace: string,
  settings: Settings,
  id: string | undefined,
): Switches => ({
  file: `${workspace}/.lathe/settings.json`,
  off(tool, group) {
    const isOn = id === undefined || settings.isEnabled(id, group);
    return isOn && settings.isToolEnabled(tool) ? undefined : offReason(workspace, settings, tool);
  },
});

/** Why a tool does not run that the person switched off, as a caller of the command reads it. */
export const offReason = (workspace: string, settings: Settings, tool: OneTool): string => {
  const { name } = tool;
  if (settings.current.enableToolCalls && settings.isOffByAuthor(tool))
    return `"${name}" says "enabled: false" itself; switch it on in the page first`;
  const where = `in the settings of the workspace "${workspace}"`;
  return settings.current.enableToolCalls
    ? `"${name}" is switched off ${where}; switch it on in the page first`
    : `Tool calls are switched off ${where}; switch them on in the page first`;
};
