/** Whether an id is that of a folder of the workspace, which can be saved, renamed and deleted. */
export const inWorkspace = (id: string): boolean => !id.includes(':');
