import { rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { expectUnchanged } from '../media/openMedia.ts';
import { fileUrl, ownInput } from '../media/safeInput.ts';
import type { RenderPlan } from '../plan/plan.ts';
import type { PlanSegment } from '../plan/renderMode.ts';
import { cleanOutput, common, splitOptions } from '../print/ffmpegArgs.ts';
import type { Command } from '../runs/command.ts';
import { segmentContainer } from '../runs/commands.ts';
import { type RunContext, runCommands } from '../runs/runCommands.ts';
import type { Cached } from './openCached.ts';
import { soundFile } from './segmentFiles.ts';
import { slicesOf } from './slicesOf.ts';

/** Context for caching scenes. */
export interface CutJob extends Pick<RunContext, 'media' | 'files' | 'budget' | 'signal'> {
  cached: Cached;
}

/**
 * Splits the segments of a plan so that cached scenes can be used. Adjacent scenes that are not cached are encoded
 * together. A scene that was encoded after others may differ invisibly from one encoded alone.
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

/** Splits a segment into its scenes. */
function scenesOf({ from, to, keyFrames = [] }: PlanSegment): PlanSegment[] {
  return [from, ...keyFrames].map((start, i) => ({ from: start, to: keyFrames[i] ?? to }));
}

/** Joins adjacent scenes that are not cached. */
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
 * Cuts the scenes out of an encoded segment, and the audio if it contains it, and caches them. Cache errors never fail
 * a render.
 * @param plan of the whole video. @param file of the segment. @param hasSound whether it contains the audio of the
 * whole video.
 */
export async function cacheScenes(
  plan: RenderPlan,
  { segment, file, hasSound }: { segment: PlanSegment; file: string; hasSound: boolean },
  job: CutJob,
): Promise<void> {
  const { cached, media, files } = job;
  const scenes = scenesOf(segment);
  const cuts = scenes.map((_, i) => `${files.work}/${cutName(i)}`);
  // In a separate WebM, audio has different timestamps.
  const sound = hasSound && plan.output.format !== 'webm' ? cached.ofSound(plan) : undefined;
  const made = [...cuts, ...(sound === undefined ? [] : [soundFile(files.work)])];
  try {
    const command = printCuts(plan, { segment, file, hasSound: sound !== undefined }, files.work);
    await runCommands([command], plan, { ...job, onFrame: () => {}, onNote: () => {} });
    await expectUnchanged(media);
    // If there are fewer files, the cuts are at the wrong places.
    await stat(cuts.at(-1) as string);
    for (const [i, slice] of slicesOf({ ...plan, segments: scenes }).entries())
      await cached.cache.add(await cached.ofSegment(slice), cuts[i] as string);
    if (sound !== undefined) await cached.cache.add(sound, soundFile(files.work));
  } catch {
    // A changed source is reported when the result is checked.
    job.signal?.throwIfAborted();
  } finally {
    for (const path of made) await rm(path, { force: true });
  }
}

function cutName(index: number | '%d'): string {
  return `cut-${index}.part`;
}

/** Prints the command that copies each scene of a segment to a file, as if it had been encoded alone. */
function printCuts(
  { output }: RenderPlan,
  { segment, file, hasSound }: { segment: PlanSegment; file: string; hasSound: boolean },
  work: string,
): Command {
  const { from, to, keyFrames = [] } = segment;
  const [, scale, , container] = segmentContainer(output);
  const frames = keyFrames.map((frame) => frame - from).join(',');
  const each = splitOptions(
    `-segment_format ${container} -segment_format_options video_track_timescale=${scale} -reset_timestamps 1`,
  );
  return {
    kind: 'copy',
    frames: to - from,
    writes: { folder: dirname(file), bytes: 0, files: [file] },
    args: [
      ...[...common, ...ownInput, '-i', fileUrl(file), ...splitOptions('-map 0:v:0 -c copy')],
      // Relative names, because a folder name might contain a % sign: ffmpeg runs in that folder.
      ...[...cleanOutput, '-f', 'segment', '-segment_frames', frames, ...each, cutName('%d')],
      ...(hasSound ? [...splitOptions('-map 0:a:0 -c copy -f mp4'), ...cleanOutput, fileUrl(soundFile(work))] : []),
    ],
  };
}
