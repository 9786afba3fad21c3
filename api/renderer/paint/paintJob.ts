import { encodeGifFile, type GifWork } from '../gif/encodeGifFile.ts';
import { writeWebpAsApng } from '../media/apng.ts';
import type { Media } from '../media/openMedia.ts';
import type { FontFile } from '../media/ownFonts.ts';
import type { RenderPlan } from '../plan/plan.ts';
import { type DecodedFiles, decodedByFfmpeg } from './decodedFiles.ts';
import { registerOwnFonts } from './ownFonts.ts';
import { paintBitmaps } from './paint.ts';
import { pictureBook } from './pictures.ts';
import { writeStill } from './still.ts';

/** Paints a plan: its bitmaps into the folder `work`, or its single image into a file. */
export interface PlanJob {
  kind: 'plan';
  plan: RenderPlan;
  media: Pick<Media, 'paths' | 'probes'>;
  work: string;
  /** Folder for downloaded font families. */
  fontsDir?: string | undefined;
  /** Users' font files. */
  fonts?: readonly FontFile[];
  /** For a still: the file to write. */
  still?: string;
}

/** Encodes a GIF from composited frames. */
export interface GifJob {
  kind: 'gif';
  gif: GifWork;
  work: string;
}

/** Converts an animated WebP to animated PNG. */
export interface WebpJob {
  kind: 'webp';
  from: string;
  out: string;
  work: string;
}

/** Image work that a painting process does. `work` is the folder of the render. */
export type PaintJob = PlanJob | GifJob | WebpJob;

/** Options for running a paint job. */
export interface PaintRun {
  signal?: AbortSignal | undefined;
  /** @param share of the finished job, 0 to 1. */
  onProgress?: (share: number) => void;
}

/** Runs a job. @param decoded decodes files with ffmpeg; default: this process runs ffmpeg. */
export async function paintJob(job: PaintJob, run: PaintRun, decoded?: DecodedFiles): Promise<void> {
  const { signal, onProgress } = run;
  if (job.kind === 'gif') return encodeGifFile(job.gif, run);
  if (job.kind === 'webp') return writeWebpAsApng(job.from, job.out, signal);
  const { plan, media, work, fontsDir, fonts = [], still } = job;
  const picture = pictureBook(plan, media, decoded ?? decodedByFfmpeg(plan, media, work, signal));
  registerOwnFonts(fonts);
  if (still !== undefined) await writeStill(plan, still, { picture, fontsDir, signal });
  else await paintBitmaps(plan, work, { picture, fontsDir, signal, ...(onProgress ? { onProgress } : {}) });
}
