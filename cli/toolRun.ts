import { resolve } from 'node:path';
import type { RenderResult } from '../api/renderer/job/render.ts';
import type { Probe } from '../api/renderer/media/probe.ts';
import type { PaintPool } from '../api/renderer/paint/paintPool.ts';
import type { Budget } from '../api/system/budget.ts';
import { ProblemError, pointerOf } from '../engine/project/problems.ts';
import type { Project } from '../engine/project/project.ts';
import type { Peaks } from '../engine/timeline/peaks.ts';
import {
  audioTrackOf,
  compileToolBody,
  type SourceFacts,
  sourcesNeedingPeaks,
  sourcesOf,
} from '../engine/tools/body.ts';
import type { Tool } from '../engine/tools/tool.ts';
import { cacheFolder } from './cacheFolder.ts';
import { locateIn } from './mediaPlace.ts';
import type { Output } from './output.ts';
import type { ProgressView } from './progress.ts';
import { renderTo } from './renderOut.ts';

/** All paths are allowed, because the caller named every file. */
const locate = (url: string) => locateIn({ folder: process.cwd(), allowed: ['/'] })(url);

/**
 * Compiles a tool's body to a project.
 * @param ending extension of the requested output, without a dot; '' if missing.
 * @throws ProblemError with all problems.
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

/** Renders a compiled tool. @param options.budget shared with concurrent work. */
export function renderTool(
  project: Project,
  options: { out: string; painter: PaintPool | undefined; budget?: Budget; progress?: ProgressView },
  call: { output: Output; signal: AbortSignal },
): Promise<RenderResult> {
  return renderTo(project, { ...options, locate }, call);
}

async function factsOf(body: Record<string, unknown>, signal: AbortSignal): Promise<Map<string, SourceFacts>> {
  const { openProbeCache } = await import('../api/renderer/media/probeCache.ts');
  const measured = openProbeCache(await cacheFolder('probes'));
  const facts = new Map<string, SourceFacts>();
  const needingPeaks = new Set(sourcesNeedingPeaks(body));
  for (const { url, path } of sourcesOf(body)) {
    if (url === undefined || facts.has(url)) continue;
    try {
      const file = resolve(await locate(url));
      const probe = await measured(file, { signal });
      facts.set(
        url,
        needingPeaks.has(url) && probe.hasAudio
          ? { ...probe, peaks: await peaksOf(file, { probe, audioTrack: audioTrackOf(body) }, signal) }
          : probe,
      );
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      throw new ProblemError(error.problems.map((found) => ({ ...found, pointer: pointerOf(path) })));
    }
  }
  return facts;
}

async function peaksOf(
  file: string,
  { probe, audioTrack }: { probe: Probe; audioTrack: number | undefined },
  signal: AbortSignal,
): Promise<Peaks> {
  const [{ readPeaks }, { createBudget }, { withTrack }] = await Promise.all([
    import('../api/renderer/runs/audioPeaks.ts'),
    import('../api/system/budget.ts'),
    import('../api/renderer/media/audioTracks.ts'),
  ]);
  return readPeaks(file, withTrack(probe, audioTrack), { budget: createBudget(), signal });
}
