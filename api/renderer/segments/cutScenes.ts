import { rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { expectUnchanged } from '../media/openMedia.ts';
import { fileUrl, ownInput } from '../media/safeInput.ts';
import type { RenderPlan } from '../plan/plan.ts';
import type { PlanSegment } from '../plan/way.ts';
import { cleanOutput, common, words } from '../print/ffmpegArgs.ts';
import type { Command } from '../runs/command.ts';
import { segmentContainer } from '../runs/commands.ts';
import { type RunContext, runCommands } from '../runs/runCommands.ts';
import type { Cached } from './openCached.ts';
import { soundFile } from './segmentFiles.ts';
import { slicesOf } from './slicesOf.ts';

/** What scenes are cut with. */
export interface CutJob extends Pick<RunContext, 'media' | 'files' | 'budget' | 'signal'> {
  cached: Cached;
}

/**
 * A plan whose segments are cut where that lets scenes be taken from the cache; what is between those is encoded in one
 * go. Scenes that were encoded after others may differ from what encoding them alone gives, by less than is seen.
 */
export async function withCachedScenes(plan: RenderPlan, cached: Cached): Promise<RenderPlan> {
  const segments: PlanSegment[] = [];
  for (const segment of plan.segments) {
    const scenes = scenesOf(segment);
    const slices = scenes.length > 1 ? slicesOf({ ...plan, segments: scenes }) : [];
    const areCached = await Promise.all(slices.map(async (slice) => cached.cache.has(await cached.ofSegment(slice))));
    segments.push(...(areCached.includes(true) ? gathered(scenes, areCached) : [segment]));
  }
  return { ...plan, segments };
}

/** The scenes of a segment by themselves. */
function scenesOf({ from, to, keyFrames = [] }: PlanSegment): PlanSegment[] {
  return [from, ...keyFrames].map((start, i) => ({ from: start, to: keyFrames[i] ?? to }));
}

/** Neighbors that are not cached as one. */
function gathered(scenes: readonly PlanSegment[], areCached: readonly boolean[]): PlanSegment[] {
  const segments: PlanSegment[] = [];
  for (const [i, scene] of scenes.entries()) {
    const before = segments.at(-1);
    if (!before || areCached[i] || areCached[i - 1]) segments.push(scene);
    else segments.splice(-1, 1, { ...before, to: scene.to, keyFrames: [...(before.keyFrames ?? []), scene.from] });
  }
  return segments;
}

/**
 * Cuts the scenes out of an encoded segment, and the sound that may lie beside it, for the cache. What goes wrong with it is
 * no matter of a render.
 * @param plan of the whole video. @param file of the segment. @param hasSound whether that of the whole video is in it.
 */
export async function cacheScenes(
  plan: RenderPlan,
  { segment, file, hasSound }: { segment: PlanSegment; file: string; hasSound: boolean },
  job: CutJob,
): Promise<void> {
  const { cached, media, files } = job;
  const scenes = scenesOf(segment);
  const cuts = scenes.map((_, i) => `${files.work}/${cutName(i)}`);
  // That of a WebM counts its times otherwise alone.
  const sound = hasSound && plan.output.format !== 'webm' ? cached.ofSound(plan) : undefined;
  const made = [...cuts, ...(sound === undefined ? [] : [soundFile(files.work)])];
  try {
    const command = printCuts(plan, { segment, file, hasSound: sound !== undefined }, files.work);
    await runCommands([command], plan, { ...job, onFrame: () => {}, onNote: () => {} });
    await expectUnchanged(media);
    // Were there fewer, they would be cut elsewhere.
    await stat(cuts.at(-1) as string);
    for (const [i, slice] of slicesOf({ ...plan, segments: scenes }).entries())
      await cached.cache.add(await cached.ofSegment(slice), cuts[i] as string);
    if (sound !== undefined) await cached.cache.add(sound, soundFile(files.work));
  } catch {
    // A source that changed is told where the result is looked at.
    job.signal?.throwIfAborted();
  } finally {
    for (const path of made) await rm(path, { force: true });
  }
}

function cutName(index: number | '%d'): string {
  return `cut-${index}.part`;
}

/** Prints how the scenes of a segment are copied, each to a file of its own, as encoding them alone would have made it. */
function printCuts(
  { output }: RenderPlan,
  { segment, file, hasSound }: { segment: PlanSegment; file: string; hasSound: boolean },
  work: string,
): Command {
  const { from, to, keyFrames = [] } = segment;
  const [, scale] = segmentContainer(output);
  const frames = keyFrames.map((frame) => frame - from).join(',');
  const each = words(`-segment_format mp4 -segment_format_options video_track_timescale=${scale} -reset_timestamps 1`);
  return {
    kind: 'copy',
    frames: to - from,
    writes: { folder: dirname(file), bytes: 0, files: [file] },
    args: [
      ...[...common, ...ownInput, '-i', fileUrl(file), ...words('-map 0:v:0 -c copy')],
      // Named without their folder, whose name might hold a sign of its own: that is where it runs.
      ...[...cleanOutput, '-f', 'segment', '-segment_frames', frames, ...each, cutName('%d')],
      ...(hasSound ? [...words('-map 0:a:0 -c copy -f mp4'), ...cleanOutput, fileUrl(soundFile(work))] : []),
    ],
  };
}
