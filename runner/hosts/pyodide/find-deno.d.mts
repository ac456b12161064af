/** Path of the Deno that npm installed for this machine, if it did. */
export function findDeno(): string | undefined;
