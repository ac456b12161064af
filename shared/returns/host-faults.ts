import type { HostFault } from '../tool/host.ts';
import { fillText } from '../tool/reason.ts';

const POWERSHELL = 'install it from https://aka.ms/powershell, so that "pwsh" is on the PATH';

/** Why no job can be performed here, and what to do about it, by code. */
export const hostFaults = {
  'host-unprepared': '{name} could not be prepared: {why}',
  'host-no-engine':
    'Python needs Deno or Node to be sealed in; run "npm install" where Lathe lies, which brings Deno',
  'host-no-image': '{why}',
  'host-python-refused': 'Python is refused: {why}',
  'host-no-deno':
    'TypeScript modules need Deno to be kept in; run "npm install" where Lathe lies, which brings it',
  'host-no-kit': 'TypeScript modules need what "npm run build" puts into "{folder}"',
  'host-modules-refused': 'TypeScript modules are refused: {why}',
  'host-no-powershell': `PowerShell is not here; ${POWERSHELL}`,
  'host-powershell-unasked': `PowerShell is not here; "npm start" fetches it with dotnet, or ${POWERSHELL}`,
  'host-powershell-unfetched': `PowerShell is not here, and "dotnet tool install PowerShell" could not fetch it ({why}); ${POWERSHELL}`,
  'host-powershell-awaited': 'PowerShell is being fetched with dotnet, once; try again in a minute',
} satisfies Record<string, string>;

export type HostFaultCode = keyof typeof hostFaults;

export const hostFault = (code: HostFaultCode, values: Record<string, string> = {}): HostFault => ({
  missing: fillText(hostFaults[code], values),
  phrase: { code, values },
});
