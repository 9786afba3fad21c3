import { ProcessError, probeLimits } from '../../system/process.ts';
import { runFfmpeg } from '../../system/sandbox.ts';
import { maxImagePixels, type Probe } from './probe.ts';
import { fileUrl, safeInput } from './safeInput.ts';

/** Image formats whose alpha ffmpeg decodes in all versions. */
const decoded = new Set(['png_pipe', 'webp_pipe', 'tiff_pipe', 'qoi_pipe', 'pam_pipe', 'ico']);

/**
 * Returns whether a file has transparent pixels. A still image with an alpha channel is decoded, because the channel is
 * often opaque; of other files, what their headers declare is returned.
 */
export async function hasTransparentPixels(
  path: string,
  { hasAlpha, animated, container }: Pick<Probe, 'hasAlpha' | 'animated' | 'container'>,
  signal?: AbortSignal,
): Promise<boolean> {
  if (!hasAlpha || animated || !decoded.has(container)) return hasAlpha;
  const limits = ['-max_pixels', String(maxImagePixels)];
  const read = [...safeInput, ...limits, '-f', container, '-i', fileUrl(path)];
  const measure = 'format=rgba,alphaextract,signalstats,metadata=mode=print:key=lavfi.signalstats.YMIN:file=-';
  const args = ['-nostdin', '-v', 'error', ...read, '-frames:v', '1', '-vf', measure, '-f', 'null', '-'];
  try {
    const [, least = '0'] = /YMIN=(\d+)/.exec(await runFfmpeg(args, { limits: probeLimits, signal })) ?? [];
    return Number(least) < 255;
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof ProcessError) return true;
    throw error;
  }
}
