/** Why a scenario, or one check of it (`scenario:check`), does not apply, by what is tried. */
export const excused = { mcp: {} };
