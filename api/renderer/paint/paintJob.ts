import { type GifWork, makeGif } from '../gif/makeGif.ts';
import type { Media } from '../media/openMedia.ts';
import type { FontFile } from '../media/ownFonts.ts';
import type { RenderPlan } from '../plan/plan.ts';
import { registerOwnFonts } from './ownFonts.ts';
import { paintBitmaps } from './paint.ts';
import { pictureBook } from './pictures.ts';
import { writeStill } from './still.ts';

/** What is painted of a plan: its bitmaps into the folder `work`, or its one picture into a file. */
export interface PaintJob {
  plan: RenderPlan;
  media: Pick<Media, 'paths' | 'probes'>;
  work: string;
  /** Folder of fetched font families. */
  fontsDir?: string | undefined;
  /** Font files of somebody's own. */
  fonts?: readonly FontFile[];
  /** For a still: the file to write. */
  still?: string;
  /** Frames that were composited: a GIF is made of them, and nothing is painted. */
  gif?: GifWork;
}

/** Paints what a job asks for. @param onProgress gets the share that is done, 0 to 1. */
export async function paintJob(
  { plan, media, work, fontsDir, fonts = [], still, gif }: PaintJob,
  { signal, onProgress }: { signal?: AbortSignal | undefined; onProgress?: (share: number) => void },
): Promise<void> {
  if (gif) return makeGif(gif, { signal, ...(onProgress ? { onProgress } : {}) });
  const picture = pictureBook(plan, media, work, signal);
  registerOwnFonts(fonts);
  if (still !== undefined) await writeStill(plan, still, { picture, fontsDir, signal });
  else await paintBitmaps(plan, work, { picture, fontsDir, signal, ...(onProgress ? { onProgress } : {}) });
}
