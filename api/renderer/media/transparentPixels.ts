import { ProcessError, probeLimits } from '../../system/process.ts';
import { runFfmpeg } from '../../system/sandbox.ts';
import { maxImagePixels, type Probe } from './probe.ts';
import { fileUrl, safeInput } from './safeInput.ts';

/** Containers of images whose alpha ffmpeg decodes in all versions. */
const imageContainers = new Set(['png_pipe', 'webp_pipe', 'tiff_pipe', 'qoi_pipe', 'pam_pipe', 'ico', 'apng']);

/** Decoders of codecs whose alpha ffmpeg's own decoders ignore. */
const alphaDecoders: Readonly<Record<string, string>> = { vp8: 'libvpx', vp9: 'libvpx-vp9' };

/** Most frames that are decoded of an animation or a video. */
const MOST_FRAMES = 300;

/**
 * Returns whether a file has transparent pixels. An alpha channel is often opaque, so it is decoded. Videos and
 * animations with more frames count as transparent; for formats that are not decoded, so do all that declare it.
 */
export async function hasTransparentPixels(
  path: string,
  { kind, hasAlpha, container, videoCodec }: Pick<Probe, 'kind' | 'hasAlpha' | 'container' | 'videoCodec'>,
  signal?: AbortSignal,
): Promise<boolean> {
  const decoder = alphaDecoders[videoCodec];
  if (!hasAlpha || !(kind === 'video' || imageContainers.has(container))) return hasAlpha;
  const limits = ['-max_pixels', String(maxImagePixels), ...(decoder ? ['-c:v', decoder] : [])];
  const read = [...safeInput, ...limits, '-f', container, '-i', fileUrl(path)];
  const measure = 'format=rgba,alphaextract,signalstats,metadata=mode=print:key=lavfi.signalstats.YMIN:file=-';
  const write = ['-map', '0:v:0', '-frames:v', String(MOST_FRAMES), '-vf', measure, '-f', 'null', '-'];
  try {
    const text = await runFfmpeg(['-nostdin', '-v', 'error', ...read, ...write], { limits: probeLimits, signal });
    const least = [...text.matchAll(/YMIN=(\d+)/g)].map(([, value]) => Number(value));
    return least.length === 0 || least.length >= MOST_FRAMES || least.some((value) => value < 255);
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof ProcessError) return true;
    throw error;
  }
}
