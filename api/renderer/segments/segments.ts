import { rm } from 'node:fs/promises';
import type { Budget } from '../../system/budget.ts';
import { expectUnchanged, hasCopies, type Media } from '../media/openMedia.ts';
import { bitmapBytes } from '../plan/bitmapBytes.ts';
import type { Bitmap, RenderPlan } from '../plan/plan.ts';
import { hasDecoderRecord } from '../plan/plannedCodec.ts';
import { bitmapPath, type RenderFiles } from '../plan/renderFiles.ts';
import type { PlanSegment } from '../plan/renderMode.ts';
import type { Command } from '../runs/command.ts';
import { framesOfCommands, type RunContext, runCommands } from '../runs/runCommands.ts';
import { readyForJoin } from './copied.ts';
import { cacheScenes } from './cutScenes.ts';
import { printJoin } from './join.ts';
import { joinAudio } from './joinedSound.ts';
import { expectOneSize } from './oneSize.ts';
import type { Cached } from './openCached.ts';
import { printSegmentRun } from './printSegmentRun.ts';
import { segmentFile, segmentPieces, soundFile } from './segmentFiles.ts';
import { expectSameSets, HandedOverError, type MissingSegments, type ReadySegments } from './sharing.ts';
import { sliceAt, slicesOf } from './slicesOf.ts';

/** Context for rendering segments. */
export interface SegmentJob {
  media: Media;
  files: RenderFiles;
  signal: AbortSignal | undefined;
  /** The cache with its keys; absent: none. */
  cached: Cached | undefined;
  /** Segments that other workers encoded. */
  ready?: ReadySegments | undefined;
  /** Called if several segments must be encoded; see HandOver. */
  share?: ((missing: MissingSegments) => Promise<boolean>) | undefined;
  budget: Budget;
  /** See RenderOptions. */
  pause: () => Promise<void>;
  /** Paints the bitmaps of a plan into the working folder. */
  paint: (plan: RenderPlan) => Promise<void>;
  /** See RunContext. */
  makeGif: RunContext['makeGif'];
  /** Called with the number of finished frames of the video. */
  onFrame: (frame: number) => void;
  /** Called with the number of cached segments and the number to encode. */
  onSegments?: ((count: { cached: number; made: number }) => void) | undefined;
  /** See RunContext. */
  onNote: (text: string) => void;
}

/** A segment to produce. */
interface Segment {
  plan: RenderPlan;
  /** Its cache key; absent: not cached. */
  key?: string;
  /** Index of the segment. */
  index: number;
}

/**
 * Renders a plan in segments. Takes cached ones, copies or encodes the others one after the other, with pauses in
 * between, then joins them with the audio, which is encoded as a whole. Deletes bitmaps after their last use, so that
 * disk use grows with a segment, not with the video.
 * @throws HandedOverError
 */
export async function renderSegments(plan: RenderPlan, job: SegmentJob): Promise<void> {
  const segments = await segmentsOf(plan, job);
  const missing = await notCached(segments, job);
  if (!job.ready) job.onSegments?.({ cached: segments.length - missing.length, made: missing.length });
  await offer(plan, missing, job);
  const pictures = new PaintedPictures(missing, job);
  let done = plan.output.frames - framesIn(missing);
  job.onFrame(done);
  for (const [i, segment] of missing.entries()) {
    if (i > 0) await job.pause();
    const before = done;
    await pictures.readyFor(i);
    await make(plan, segment, { ...job, onFrame: (frame) => job.onFrame(before + frame) });
    await pictures.releaseAfter(i);
    done += segment.plan.output.frames;
  }
  await joinSegments(plan, job);
}

/** Offers missing segments to other workers. @throws HandedOverError if they take them. */
async function offer({ segments }: RenderPlan, missing: readonly Segment[], job: SegmentJob): Promise<void> {
  const { share, files, media } = job;
  // With copied segments there is little to encode, and sources that need a converted copy would be converted for each
  // segment.
  if (!share || missing.length < 2 || segments.some(({ copied }) => copied) || (await hasCopies(media))) return;
  const request = {
    missing: missing.map(({ index }) => index),
    fileOf: (index: number) => segmentFile(files.work, index),
  };
  if (await share(request)) throw new HandedOverError();
}

/** @param only index of a single segment to prepare; default: all. */
async function segmentsOf(plan: RenderPlan, { cached }: SegmentJob, only?: number): Promise<Segment[]> {
  const segments: Segment[] = [];
  const slices = only === undefined ? slicesOf(plan).entries() : [[only, sliceAt(plan, only)] as const];
  for (const [index, slice] of slices) {
    const { copied, sameAs, keyFrames } = plan.segments[index] as PlanSegment;
    if (sameAs !== undefined) continue;
    // A segment with key frames is cached by scenes.
    const isCached = cached && !copied && !keyFrames;
    const key = isCached ? { key: await cached.ofSegment(slice) } : {};
    segments.push({ plan: copied ? { ...slice, bitmaps: [] } : slice, ...key, index });
  }
  return segments;
}

async function notCached(segments: readonly Segment[], { cached, ready, files }: SegmentJob): Promise<Segment[]> {
  const missing: Segment[] = [];
  for (const segment of segments) {
    const { key, index } = segment;
    const file = segmentFile(files.work, index);
    const isTaken =
      (await ready?.copyTo(index, file)) || (key !== undefined && (await cached?.cache.copyTo(key, file)));
    if (!isTaken) missing.push(segment);
  }
  return missing;
}

function framesIn(segments: readonly Segment[]): number {
  return segments.reduce((sum, { plan }) => sum + plan.output.frames, 0);
}

/**
 * Renders one segment of a plan to `segmentFile` in the working folder. @param index index of the segment.
 * @returns the key under which it may be cached.
 */
export async function renderSegment(plan: RenderPlan, index: number, job: SegmentJob): Promise<string | undefined> {
  const [segment] = (await segmentsOf(plan, job, index)) as [Segment];
  const { key } = segment;
  if (await notCached([segment], job).then(([missing]) => !missing)) return key;
  await job.paint(segment.plan);
  await make(plan, segment, job);
  return key;
}

async function make(whole: RenderPlan, { plan, index, key }: Segment, job: SegmentJob): Promise<void> {
  const { files, onFrame } = job;
  const out = segmentFile(files.work, index);
  // A link to a cached file may be left from an earlier attempt.
  await rm(out, { force: true });
  const commands = printSegmentRun(whole, plan, index, { ...files, out });
  const all = Math.max(1, framesOfCommands(commands));
  const counted = (frame: number) => onFrame((frame / all) * plan.output.frames);
  const isWhole = await runToCache(commands, plan, { out, key }, { ...job, onFrame: counted });
  const segment = whole.segments[index] as PlanSegment;
  if (job.cached && isWhole && segment.keyFrames)
    await cacheScenes(whole, { segment, file: out, hasSound: false }, { ...job, cached: job.cached });
}

/**
 * Runs commands and caches their file. @param made.key absent: not cached. @returns whether all its sources were
 * readable.
 */
async function runToCache(
  commands: readonly Command[],
  plan: RenderPlan,
  { out, key }: { out: string; key: string | undefined },
  { files, cached, media, signal, budget, onFrame, onNote }: SegmentJob,
): Promise<boolean> {
  let hasNotes = false;
  const noted = (text: string) => {
    hasNotes = true;
    onNote(text);
  };
  await runCommands(commands, plan, { media, files, signal, budget, onFrame, onNote: noted });
  // A cached file would lack these notes.
  if (!cached || key === undefined || hasNotes) return !hasNotes;
  // The key belongs to the file before it changed.
  await expectUnchanged(media);
  await cached.cache.add(key, out);
  return true;
}

async function joinSegments(plan: RenderPlan, job: SegmentJob): Promise<void> {
  const { files, media, signal, budget, makeGif, onNote } = job;
  const context = { media, files, signal, budget, makeGif, onFrame: () => {}, onNote };
  const sound = joinAudio(plan, files);
  if (sound.commands.length > 0) {
    await job.pause();
    await makeSound(sound.commands, plan, job);
  }
  await job.pause();
  const join = printJoin(plan, sound, files);
  const areEncoded = !plan.segments.some(({ copied }) => copied);
  if (areEncoded && hasDecoderRecord(plan.output))
    await expectSameSets(segmentPieces(plan).map(({ name }) => `${files.work}/${name}`));
  for (const { checks = [], readies } of join) {
    for (const path of checks) await expectOneSize(path);
    if (readies) await readyForJoin(readies);
  }
  await runCommands(join, plan, context);
}

/** Audio is encoded and cached as a whole, so changes of images alone reuse it. */
async function makeSound(commands: readonly Command[], plan: RenderPlan, job: SegmentJob): Promise<void> {
  const { files, cached } = job;
  const out = soundFile(files.work);
  const key = cached?.ofSound(plan);
  if (key !== undefined && (await cached?.cache.copyTo(key, out))) return;
  await rm(out, { force: true });
  await runToCache(commands, plan, { out, key }, { ...job, onFrame: () => {} });
}

/** Bytes of bitmaps that are painted at once: starting a painter costs more than painting a few. */
const mostPainted = 256_000_000;

/** The bitmaps of segments: painted shortly before use, and deleted after their last use. */
class PaintedPictures {
  readonly #segments: readonly Segment[];
  readonly #job: SegmentJob;
  readonly #lastUse = new Map<string, number>();
  readonly #painted = new Set<string>();

  constructor(segments: readonly Segment[], job: SegmentJob) {
    this.#segments = segments;
    this.#job = job;
    for (const [i, { plan }] of segments.entries()) for (const { id } of plan.bitmaps) this.#lastUse.set(id, i);
  }

  /**
   * Paints the missing bitmaps of a segment, and those of the next ones up to `mostPainted`. @param index of the
   * segment.
   */
  async readyFor(index: number): Promise<void> {
    const { plan } = this.#segments[index] as Segment;
    if (plan.bitmaps.every(({ id }) => this.#painted.has(id))) return;
    const needed = new Map<string, Bitmap>();
    let bytes = 0;
    for (const { plan } of this.#segments.slice(index)) {
      const fresh = plan.bitmaps.filter(({ id }) => !this.#painted.has(id) && !needed.has(id));
      bytes += fresh.reduce((sum, bitmap) => sum + bitmapBytes(bitmap, plan.output), 0);
      if (needed.size > 0 && bytes > mostPainted) break;
      for (const bitmap of fresh) needed.set(bitmap.id, bitmap);
    }
    await this.#job.paint({ ...plan, bitmaps: [...needed.values()] });
    for (const id of needed.keys()) this.#painted.add(id);
  }

  /** Deletes bitmaps that no later segment needs. @param index of the finished segment. */
  async releaseAfter(index: number): Promise<void> {
    for (const { id } of (this.#segments[index] as Segment).plan.bitmaps) {
      if (this.#lastUse.get(id) === index) await rm(bitmapPath({ id }, this.#job.files.work), { force: true });
    }
  }
}
