import { encodeGif, gifPlaces } from '../../gif/encodeGif.ts';
import { resultSize } from '../../layout/canvasSize.ts';
import { defaultDither, gifDefaults, gifRepeats } from '../../project/output.ts';
import { delayRate } from '../../timeline/delayRate.ts';
import { type ExportJob, type FrameTime, frameTimes } from './job.ts';
import { createPixelReader } from './readPixels.ts';

/** Exports a project as GIF, with the encoder of the renderer. Draws all frames twice, because the palette comes first. */
export async function makeGif({ project, files, rate, frames, drawer, signal, report }: ExportJob): Promise<Blob> {
  const { width, height } = resultSize(project);
  const reader = createPixelReader(width, height);
  const times = frameTimes(project, rate);
  const gif = project.output.type === 'gif' ? project.output : gifDefaults;
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const settings = {
    ...{ width, height, count: frames, rate },
    places: gifPlaces(gif.colors),
    dither: gif.dither ?? defaultDither(project.quality),
    // Identical frames are merged if the delays of a source are kept.
    merges: delayRate(project, files) !== undefined,
    repeats: gifRepeats(gif.plays),
  };
  await encodeGif(settings, {
    async read(index, into) {
      signal.throwIfAborted();
      const { sceneIndex, time } = times[index] as FrameTime;
      const { data, isBlueFirst } = await reader.read(await drawer.draw(sceneIndex, time));
      into.set(new Uint32Array(data.buffer, data.byteOffset, into.length));
      if (isBlueFirst) swapRedAndBlue(into);
    },
    write: async (bytes) => void parts.push(bytes.slice()),
    onProgress: (share) => report(share, `Drawing frame ${Math.ceil(share * frames)} of ${frames}`),
  });
  return new Blob(parts, { type: 'image/gif' });
}

function swapRedAndBlue(pixels: Uint32Array): void {
  for (let i = 0; i < pixels.length; i += 1) {
    const pixel = pixels[i] as number;
    pixels[i] = (pixel & 0xff00ff00) | ((pixel & 255) << 16) | ((pixel >>> 16) & 255);
  }
}
