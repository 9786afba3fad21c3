import { rm } from 'node:fs/promises';
import type { Budget } from '../../system/budget.ts';
import { ffmpegVersion } from '../../system/ffmpegVersion.ts';
import { expectUnchanged, type Media } from '../media/openMedia.ts';
import { openPaintersIdentity } from '../paint/fontFaces.ts';
import { bitmapBytes } from '../plan/bitmapBytes.ts';
import type { Bitmap, RenderPlan } from '../plan/plan.ts';
import { bitmapPath, type RenderFiles } from '../plan/renderFiles.ts';
import type { PlanSegment } from '../plan/way.ts';
import type { Command } from '../runs/command.ts';
import { framesOfCommands, type RunContext, runCommands } from '../runs/runCommands.ts';
import { readyForJoin } from './copied.ts';
import { printJoin } from './join.ts';
import { joinedSound } from './joinedSound.ts';
import { expectOneSize } from './oneSize.ts';
import { printMade } from './printMade.ts';
import type { SegmentCache } from './segmentCache.ts';
import { segmentFile, soundFile } from './segmentFiles.ts';
import { type KeyContext, segmentKey, soundKey } from './segmentKey.ts';
import { slicesOf } from './slicesOf.ts';

/** What the segments of a plan are rendered with. */
export interface SegmentJob {
  /** Sentences on the fonts and letters that are not to be had, which are painted otherwise. */
  lacking: readonly string[];
  media: Media;
  files: RenderFiles;
  /** Folder of fetched font families. */
  fontsDir: string | undefined;
  signal: AbortSignal | undefined;
  cache: SegmentCache | undefined;
  budget: Budget;
  /** Paints the bitmaps of a plan into the working folder. */
  paint: (plan: RenderPlan) => Promise<void>;
  /** See RunContext. */
  makeGif: RunContext['makeGif'];
  /** Told how many frames of the video are done. */
  onFrame: (frame: number) => void;
  /** See RunContext. */
  onNote: (text: string) => void;
}

/** One segment in the making. */
interface Segment {
  plan: RenderPlan;
  /** Where it is cached; absent: it is not. */
  key?: string;
  /** Its place among all. */
  index: number;
}

/**
 * Renders a plan by its segments: those that are cached are taken, the others copied, or painted and encoded, one after
 * the other, then all are joined with the sound, which is made whole. What a segment needed goes as soon as none after it
 * needs it too: memory grows with a segment, not with the video.
 */
export async function renderSegments(plan: RenderPlan, job: SegmentJob): Promise<void> {
  const context = await keyContext(plan, job);
  const segments = await segmentsOf(plan, job, context);
  const missing = await notCached(segments, job);
  const pictures = new PaintedPictures(missing, job);
  let done = plan.output.frames - framesIn(missing);
  job.onFrame(done);
  for (const [i, segment] of missing.entries()) {
    const before = done;
    await pictures.readyFor(i);
    await make(plan, segment, { ...job, onFrame: (frame) => job.onFrame(before + frame) });
    await pictures.releaseAfter(i);
    done += segment.plan.output.frames;
  }
  await joinSegments(plan, job, context);
}

/** What keys depend on; nothing where nothing is cached, or all is copied: asking for it takes as long as copying a minute. */
async function keyContext(
  { segments }: RenderPlan,
  { media, files, cache }: SegmentJob,
): Promise<KeyContext | undefined> {
  if (!cache || segments.every(({ copied }) => copied)) return undefined;
  const identityOf = (url: string) => media.identities.get(url) ?? url;
  return { identityOf, memory: files.memory, program: await ffmpegVersion() };
}

async function segmentsOf(
  plan: RenderPlan,
  { lacking, fontsDir }: SegmentJob,
  context: KeyContext | undefined,
): Promise<Segment[]> {
  const painters = openPaintersIdentity(fontsDir);
  const keyOf = async (slice: RenderPlan): Promise<Pick<Segment, 'key'>> => {
    if (!context) return {};
    const layers = slice.bitmaps.flatMap(({ layers }) => layers);
    return { key: segmentKey(slice, context, { lacking, painters: await painters(layers) }) };
  };
  const segments: Segment[] = [];
  for (const [index, slice] of slicesOf(plan).entries()) {
    const { copied, sameAs } = plan.segments[index] as PlanSegment;
    if (sameAs !== undefined) continue;
    segments.push(
      copied ? { plan: { ...slice, bitmaps: [] }, index } : { plan: slice, ...(await keyOf(slice)), index },
    );
  }
  return segments;
}

async function notCached(segments: readonly Segment[], { cache, files }: SegmentJob): Promise<Segment[]> {
  const missing: Segment[] = [];
  for (const segment of segments) {
    const { key, index } = segment;
    const isTaken = key !== undefined && (await cache?.take(key, segmentFile(files.work, index)));
    if (!isTaken) missing.push(segment);
  }
  return missing;
}

function framesIn(segments: readonly Segment[]): number {
  return segments.reduce((sum, { plan }) => sum + plan.output.frames, 0);
}

async function make(whole: RenderPlan, { plan, index, key }: Segment, job: SegmentJob): Promise<void> {
  const { files, onFrame } = job;
  const out = segmentFile(files.work, index);
  // Another name of a cached file may be there, of an attempt before.
  await rm(out, { force: true });
  const commands = printMade(whole, plan, index, { ...files, out });
  const all = Math.max(1, framesOfCommands(commands));
  const counted = (frame: number) => onFrame((frame / all) * plan.output.frames);
  await runToCache(commands, plan, { out, key }, { ...job, onFrame: counted });
}

/** Runs commands whose file is then cached. @param made.key absent: it is not. */
async function runToCache(
  commands: readonly Command[],
  plan: RenderPlan,
  { out, key }: { out: string; key: string | undefined },
  { files, cache, media, signal, budget, onFrame, onNote }: SegmentJob,
): Promise<void> {
  let hasNotes = false;
  const noted = (text: string) => {
    hasNotes = true;
    onNote(text);
  };
  await runCommands(commands, plan, { media, files, signal, budget, onFrame, onNote: noted });
  // Taken from the cache it would be without its notes.
  if (!cache || key === undefined || hasNotes) return;
  // Of a file that changed meanwhile it would be found under what that file was.
  await expectUnchanged(media);
  await cache.add(key, out);
}

async function joinSegments(plan: RenderPlan, job: SegmentJob, keys: KeyContext | undefined): Promise<void> {
  const { files, media, signal, budget, makeGif, onNote } = job;
  const context = { media, files, signal, budget, makeGif, onFrame: () => {}, onNote };
  const sound = joinedSound(plan, files);
  if (sound.commands.length > 0) await makeSound(sound.commands, plan, job, keys);
  const join = printJoin(plan, sound, files);
  for (const { checks = [], readies } of join) {
    for (const path of checks) await expectOneSize(path);
    if (readies) await readyForJoin(readies);
  }
  await runCommands(join, plan, context);
}

/** The sound of a video is encoded whole, so it is cached whole: what is changed in pictures alone leaves it as it was. */
async function makeSound(
  commands: readonly Command[],
  plan: RenderPlan,
  job: SegmentJob,
  keys: KeyContext | undefined,
): Promise<void> {
  const { files, cache } = job;
  const out = soundFile(files.work);
  const key = keys && soundKey(plan, keys, files.channels);
  if (key !== undefined && (await cache?.take(key, out))) return;
  await rm(out, { force: true });
  await runToCache(commands, plan, { out, key }, { ...job, onFrame: () => {} });
}

/** So many bytes of pictures are painted in one go: starting the painting costs more than it does for a few. */
const mostPainted = 256_000_000;

/** The painted pictures of segments: painted shortly before they are needed, gone when none needs them any more. */
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

  /** Paints what a segment needs and is not there, and with it what the next ones need. @param index of the segment. */
  async readyFor(index: number): Promise<void> {
    const { plan } = this.#segments[index] as Segment;
    if (plan.bitmaps.every(({ id }) => this.#painted.has(id))) return;
    const wanted = new Map<string, Bitmap>();
    let bytes = 0;
    for (const { plan } of this.#segments.slice(index)) {
      const fresh = plan.bitmaps.filter(({ id }) => !this.#painted.has(id) && !wanted.has(id));
      bytes += fresh.reduce((sum, bitmap) => sum + bitmapBytes(bitmap, plan.output), 0);
      if (wanted.size > 0 && bytes > mostPainted) break;
      for (const bitmap of fresh) wanted.set(bitmap.id, bitmap);
    }
    await this.#job.paint({ ...plan, bitmaps: [...wanted.values()] });
    for (const id of wanted.keys()) this.#painted.add(id);
  }

  /** Removes what no later segment needs. @param index of the segment that is done. */
  async releaseAfter(index: number): Promise<void> {
    for (const { id } of (this.#segments[index] as Segment).plan.bitmaps) {
      if (this.#lastUse.get(id) === index) await rm(bitmapPath({ id }, this.#job.files.work), { force: true });
    }
  }
}
