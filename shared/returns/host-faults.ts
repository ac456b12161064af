import type { HostFault } from '../tool/run/host.ts';
import { fillText, type Reason } from '../tool/problem/reason.ts';

const POWERSHELL = 'install it from https://aka.ms/powershell, so that "pwsh" is on the PATH';

/** Why no job can run here, and what to do about it. By code. */
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
  'host-powershell-broken': '"{command}" does not run here; install PowerShell 7.2 or later anew',
  'host-program-broken': '"{command}" does not run here; install {needs}, or say where it is',
  'host-broken': 'It broke while it was prepared: {why}',
  'host-preparing': 'It is being prepared; its first run waits until it is ready',
  'host-none': 'This runner has no host "{host}"',
  'host-no-wheels':
    'A package of this tool is missing: "{name}" is not here, and no folder of wheels is set up',
  'host-wheel-compiled':
    'A package of this tool is missing: "{file}" holds compiled code, which sealed Python cannot load; a wheel that ends in "-none-any.whl" is needed',
  'host-wheel-absent':
    'A package of this tool is missing: "{name}" is not in "{folder}"; "pip download --no-deps --only-binary :all: --dest {folder} {name}" puts it there',
} satisfies Record<string, string>;

export type HostFaultCode = keyof typeof hostFaults;

export const hostFault = (code: HostFaultCode, values: Record<string, string> = {}): HostFault => ({
  missing: fillText(hostFaults[code], values),
  phrase: { code, values },
});

/** The Ending of a call that cannot run here. */
export const unavailable = ({
  missing,
  phrase,
}: HostFault): { kind: 'unavailable'; reason: string; because?: Reason[] } => ({
  kind: 'unavailable',
  reason: missing,
  ...(phrase && { because: [{ ...phrase, message: missing }] }),
});
