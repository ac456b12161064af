/** A shell whose commands are judged in the page. */
export type Shell = 'bash' | 'powershell';
