/** Existing targets on the machine that JavaScript tries to reach. */
export interface Baits {
  /** Files that the runner can read. */
  files: string[];
  /** A port that the runner listens on. */
  port: number;
  /** The runner's own process. */
  pid: number;
  /** A program that the runner can start. */
  program: string;
  /** Environment variables that the runner sets. */
  environment: string[];
}

export interface Finding {
  name: string;
  held: boolean;
  /** What stopped the attempt, or what it reached. */
  by: string;
}

async function reachFor(port: number): Promise<void> {
  const { connect } = await import('node:net');
  await new Promise<void>((reached, failed) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      reached();
    });
    socket.once('error', failed);
    setTimeout(() => failed(new Error('No answer')), 1000);
  });
}

function environmentBeyond(known: string[]): void {
  const beyond = Object.keys(process.env).filter((name) => !known.includes(name));
  if (beyond.length === 0) throw new Error('Empty');
}

async function run(program: string): Promise<void> {
  const { spawnSync } = await import('node:child_process');
  const { error } = spawnSync(program, ['--version']);
  if (error !== undefined) throw error;
}

/** Tries what the process may not do even if the gate fails, with all of JavaScript available. */
export async function probeProcess(baits: Baits): Promise<Finding[]> {
  // Imported late: most sandboxes never test, and would start more slowly with these modules.
  const { readFileSync, readdirSync, writeFileSync } = await import('node:fs');
  const attempts: [string, () => unknown][] = [
    ...baits.files.map((file): [string, () => unknown] => ['files', () => readFileSync(file)]),
    ['folders', () => readdirSync('/root')],
    ['writing', () => writeFileSync('/tmp/lathe-probe', '')],
    ['environment', () => environmentBeyond(baits.environment)],
    ['network', () => reachFor(baits.port)],
    ['programs', () => run(baits.program)],
    ['processes', () => process.kill(baits.pid, 0)],
  ];
  const findings: Finding[] = [];
  for (const [name, attempt] of attempts) {
    try {
      await attempt();
      findings.push({ name, held: false, by: 'nothing' });
    } catch (error) {
      const { name: kind, code } = error as { name?: string; code?: string };
      findings.push({ name, held: true, by: code ?? kind ?? String(error) });
    }
  }
  return findings;
}
