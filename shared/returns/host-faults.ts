import type { HostFault } from '../tool/run/host.ts';
import { fillText, type Reason } from '../tool/problem/reason.ts';

const POWERSHELL = 'install it from https://aka.ms/powershell, with "pwsh" on the PATH';

/** Why no job can run here, and what to do about it. By code. */
export const hostFaults = {
  'host-unprepared': '{name} could not be prepared: {why}',
  'host-no-engine':
    'Python runs in a sandbox of Deno or Node, and neither was found; run "npm install" in the Lathe folder to install Deno',
  'host-no-image': '{why}',
  'host-python-refused': 'Python failed its sandbox check and is turned off: {why}',
  'host-no-deno':
    'TypeScript modules run in a sandbox of Deno, which was not found; run "npm install" in the Lathe folder to install it',
  'host-no-kit': 'TypeScript modules need the files that "npm run build" writes to "{folder}"',
  'host-modules-refused': 'TypeScript modules failed their sandbox check and are turned off: {why}',
  'host-no-powershell': `PowerShell is not installed; ${POWERSHELL}`,
  'host-powershell-unasked': `PowerShell is not installed; "npm start" fetches it with dotnet, or ${POWERSHELL}`,
  'host-powershell-unfetched': `PowerShell is not installed, and "dotnet tool install PowerShell" could not fetch it ({why}); ${POWERSHELL}`,
  'host-powershell-awaited': 'PowerShell is being fetched with dotnet, once; try again in a minute',
  'host-powershell-broken': '"{command}" does not run here; reinstall PowerShell 7.2 or later',
  'host-program-broken': '"{command}" does not run here; install {needs}, or set its path',
  'host-broken': 'Preparing it failed: {why}',
  'host-preparing': 'It is being prepared; the first run starts when it is ready',
  'host-none': 'This runner has no runtime "{host}"',
  'host-no-wheels':
    'This tool needs the package "{name}", which is not installed, and no wheel folder is set',
  'host-wheel-compiled':
    'This tool needs a package whose wheel "{file}" contains compiled code, which sandboxed Python cannot load; use a wheel that ends in "-none-any.whl"',
  'host-wheel-absent':
    'This tool needs the package "{name}", which is not in "{folder}"; run "pip download --no-deps --only-binary :all: --dest {folder} {name}"',
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
