import { GIFEncoder } from 'gifenc';
import { resultSize } from '../../../layout/canvasSize.ts';
import { MAX_GIF_COLORS } from '../../../project/limits.ts';
import { defaultDither, gifDefaults, gifRepeats } from '../../../project/output.ts';
import { delayRate } from '../../../timeline/delayRate.ts';
import { fpsOf } from '../../../timeline/frameRate.ts';
import { type ExportJob, frameTimes } from '../job.ts';
import { createPixelReader, type PixelReader } from '../readPixels.ts';
import { createDither } from './dither.ts';
import { createPaletteMaker, type Palette } from './palette.ts';

/** Number of frames, spread over the project, that the palette is made from. */
const LOOKS = 24;
/** Delays of a GIF have two bytes. */
const LONGEST_DELAY = 65_535;
/** Share of the work for the palette. */
const PALETTE_SHARE = 0.2;

/** Exports a project as GIF: one palette for all of it, and only the changes in each frame. */
export async function makeGif(job: ExportJob): Promise<Blob> {
  const { project, rate, frames, drawer, signal, tell } = job;
  const { width, height } = resultSize(project);
  const reader = createPixelReader(width, height);
  const palette = await makePalette(job, reader);
  const gif = project.output.type === 'gif' ? project.output : gifDefaults;
  const dither = createDither(palette, width, height, gif.dither ?? defaultDither(project.quality));
  const encoder = GIFEncoder({ initialCapacity: 1 << 20 });
  const hundredths = (frame: number) => Math.round((frame * 100) / fpsOf(rate));
  const colors = [...palette.colors, [0, 0, 0] as [number, number, number]];
  const write = (places: Uint8Array, from: number, to: number) =>
    encoder.writeFrame(places, width, height, {
      ...(from === 0
        ? { palette: colors, repeat: gifRepeats(gif.plays) }
        : { transparent: true, transparentIndex: palette.clear }),
      delay: 10 * (hundredths(to) - hundredths(from)),
      dispose: 1,
    });
  // Identical frames are merged if the delays of a source are kept.
  const merges = delayRate(project, job.files) !== undefined;
  let [held, from]: [Uint8Array | undefined, number] = [undefined, 0];
  for (const [i, { sceneIndex, time }] of frameTimes(project, rate).entries()) {
    const places = dither.apply(await reader.read(await drawer.draw(sceneIndex, time)));
    const isSame = merges && held !== undefined && places.every((place) => place === palette.clear);
    if (!isSame || hundredths(i + 1) - hundredths(from) > LONGEST_DELAY) {
      if (held) write(held, from, i);
      [held, from] = [places.slice(), i];
    }
    signal.throwIfAborted();
    tell(PALETTE_SHARE + ((1 - PALETTE_SHARE) * (i + 1)) / frames, `Drawing frame ${i + 1} of ${frames}`);
  }
  if (held) write(held, from, frames);
  encoder.finish();
  return new Blob([encoder.bytes()], { type: 'image/gif' });
}

async function makePalette({ project, rate, drawer, signal, tell }: ExportJob, reader: PixelReader): Promise<Palette> {
  const times = frameTimes(project, rate);
  const count = Math.min(LOOKS, times.length);
  const maker = createPaletteMaker(project.output.type === 'gif' ? project.output.colors : MAX_GIF_COLORS);
  for (let i = 0; i < count; i += 1) {
    const { sceneIndex, time } = times[Math.floor(((i + 0.5) * times.length) / count)] ?? { sceneIndex: 0, time: 0 };
    maker.look(await reader.read(await drawer.draw(sceneIndex, time)));
    signal.throwIfAborted();
    tell((PALETTE_SHARE * (i + 1)) / count, 'Choosing colors');
  }
  return maker.make();
}
