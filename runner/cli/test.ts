import { writeJson } from '../../shared/tool/exact-number.ts';
import type { Command } from 'commander';
import { checkSample } from '../../shared/returns/check-sample.ts';
import type { Ending } from '../../shared/tool/run/ending.ts';
import type { ToolResult } from '../../shared/tool/run/result.ts';
import type { Sample } from '../../shared/tool/sample.ts';
import { callTool, givenAnswer, switchesAt } from './call-tool.ts';
import { chooseTool, openSource } from './open-source.ts';
import type { Source } from './open-source.ts';
import { exitCode } from './session.ts';
import { holdAgents } from './talk/hold-agents.ts';
import type { Session } from './session.ts';
import { Hosts } from './hosts.ts';

const quote = (value: unknown) => writeJson(value) ?? 'nothing';

interface Tested {
  tool: string;
  sample: string;
  ok: boolean;
  diff?: string;
}

/** Runs the samples of sources and compares what came with what they expect. */
export function test(program: Command, session: Session): void {
  program
    .command('test')
    .description('Run the samples of tools and compare the results')
    .argument('<paths...>', 'tool folders, scripts or modules with samples')
    .option('--dangerously-approve', 'approve all calls that need approval')
    .option('--json', 'print JSON')
    .action(async (paths: string[], options: { dangerouslyApprove?: boolean }) => {
      await using hosts = new Hosts(session);
      holdAgents(hosts, session, options.dangerouslyApprove);
      const results: Tested[] = [];
      for (const path of paths) {
        const source = await openSource(session, path, hosts);
        if (!source.ok) return session.fail('not-found', source.message);
        results.push(
          ...(await testSource(session, hosts, source, options.dangerouslyApprove === true)),
        );
      }
      const failed = results.filter(({ ok }) => !ok).length;
      const passed = results.length - failed;
      if (failed > 0) session.code = exitCode.failed;
      if (session.io.interrupt.aborted) session.code = exitCode.cancelled;
      await session.answer({ passed, failed, results }, () => report(results, passed, failed));
    });
}

async function testSource(
  session: Session,
  hosts: Hosts,
  source: Source,
  approve: boolean,
): Promise<Tested[]> {
  const { read, name, path } = source;
  const broken = read.problems.find(({ severity }) => severity === 'error');
  if (broken && read.toolset.tools.length === 0) {
    const diff = `${broken.file}:${broken.line}:${broken.column}: ${broken.message}`;
    return [{ tool: name, sample: '', ok: false, diff }];
  }
  if (read.samples.length === 0) session.io.err(`lathe: "${name}" has no samples\n`);
  const results: Tested[] = [];
  const { format, group } = read.toolset;
  const ofModule = format === 'script-module' ? group.name : undefined;
  const { off } = await switchesAt(path, hosts);
  for (const sample of read.samples) {
    const chosen = chooseTool(source, sample.tool);
    if (!chosen.ok) {
      results.push({
        tool: sample.tool ?? name,
        sample: sample.name,
        ok: false,
        diff: chosen.message,
      });
      continue;
    }
    const { tool } = chosen;
    const { name: called } = tool.definition;
    const why = off({ name: called, definition: tool.definition }, ofModule);
    if (why !== undefined) {
      results.push({ tool: called, sample: sample.name, ok: false, diff: why });
      continue;
    }
    const call = { path, tool, group: group.name, arguments: sample.arguments };
    const decided = { ask: givenAnswer(approve) };
    const { result, ending } = await callTool(call, hosts, decided, session.io.interrupt);
    const diff = sampleDiff(sample, result, ending);
    const row = { tool: called, sample: sample.name, ok: diff === undefined };
    results.push(diff === undefined ? row : { ...row, diff });
  }
  return results;
}

function report(results: Tested[], passed: number, failed: number): string {
  const lines = results.map(({ tool, sample, ok, diff }) => {
    const title = `${ok ? 'ok    ' : 'FAILED'} ${tool}  ${sample}`;
    return diff === undefined ? title : `${title}\n${diff.replaceAll(/^/gm, '       ')}`;
  });
  return [...lines, `${passed} passed, ${failed} failed`].join('\n');
}

/** How a result differs from what its sample expects, a line for each field; undefined when it does not. */
export function sampleDiff(sample: Sample, result: ToolResult, ending: Ending): string | undefined {
  const check = checkSample(sample, result, ending);
  if (check.kind === 'passed') return undefined;
  if (check.kind === 'unjudged') {
    return [check.ending, check.why?.reason].filter((part) => part !== undefined).join(': ');
  }
  const lines = check.differences.map(
    ({ field, expected, actual }) => `${field}: expected ${quote(expected)}, got ${quote(actual)}`,
  );
  const isToldWhy = check.differences.some(({ field }) => field === 'llmContent');
  return [...lines, ...(result.error && !isToldWhy ? [`error: ${result.error.message}`] : [])].join(
    '\n',
  );
}
