export function allowedFolders(workspace: string): string[];
