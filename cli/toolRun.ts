import { join, resolve } from 'node:path';
import type { PaintPool } from '../api/renderer/paint/paintPool.ts';
import type { RenderResult } from '../api/renderer/render.ts';
import type { Budget } from '../api/system/budget.ts';
import { environment } from '../api/system/environment.ts';
import type { MediaFacts } from '../engine/project/media.ts';
import { ProblemError, pointerOf } from '../engine/project/problems.ts';
import type { Project } from '../engine/project/project.ts';
import { compileToolBody, sourcesOf } from '../engine/tools/body.ts';
import type { Tool } from '../engine/tools/tool.ts';
import { locateIn } from './mediaPlace.ts';
import type { Output } from './output.ts';
import type { ProgressView } from './progress.ts';
import { renderTo } from './renderOut.ts';

/** Every file that a tool works on was named by its caller. */
const locate = locateIn({ folder: process.cwd(), allowed: ['/'] });

/**
 * The project that a tool's body asks for.
 * @param ending of the file that is to come out, without its dot; '' where that is not said.
 * @throws ProblemError with everything that is wrong with it.
 */
export async function compileTool(
  tool: Tool,
  body: Record<string, unknown>,
  { ending = '', signal }: { ending?: string; signal: AbortSignal },
): Promise<Project> {
  const facts = await factsOf(body, signal);
  const compiled = compileToolBody({ ...tool.named?.(ending, [...facts.values()]), ...body }, facts);
  if (!compiled.ok) throw new ProblemError(compiled.problems);
  return compiled.value;
}

/** Renders what a tool made. @param given.budget what it shares with others that are made at the same time. */
export function renderTool(
  project: Project,
  given: { out: string; painter: PaintPool | undefined; budget?: Budget; progress?: ProgressView },
  call: { output: Output; signal: AbortSignal },
): Promise<RenderResult> {
  return renderTo(project, { ...given, locate }, call);
}

async function factsOf(body: Record<string, unknown>, signal: AbortSignal): Promise<Map<string, MediaFacts>> {
  const { openProbeCache } = await import('../api/renderer/media/probeCache.ts');
  const measured = openProbeCache(join(environment().cacheDir, 'probes'));
  const facts = new Map<string, MediaFacts>();
  for (const { url, path } of sourcesOf(body)) {
    if (url === undefined || facts.has(url)) continue;
    try {
      facts.set(url, await measured(resolve(await locate(url)), { signal }));
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      throw new ProblemError(error.problems.map((found) => ({ ...found, pointer: pointerOf(path) })));
    }
  }
  return facts;
}
