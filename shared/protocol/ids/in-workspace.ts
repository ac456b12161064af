/** Whether the id is that of a workspace folder, which can be saved, renamed and deleted. */
export const inWorkspace = (id: string): boolean => !id.includes(':');
