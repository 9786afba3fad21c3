import * as z from 'zod';
import { defined } from '../project/defined.ts';
import { messages } from '../project/messages.ts';
import { canBeFitted, isSilentMotion, movingFormats, type Output, outputOf, outputTitle } from '../project/output.ts';
import { animationFields, fitUnder, gifFields, loudness, webpQuality } from '../project/outputSchema.ts';
import type { Parsed } from '../project/parse.ts';
import { problem } from '../project/problems.ts';
import { field } from './field.ts';

const { width, fps, plays } = animationFields;
const motion = ['gif', 'animation'] as const;

/** Output settings of any tool: format and measures. They are copied into the project's output. */
export const outputFields = z.object({
  videoType: field(z.enum(movingFormats).optional(), {
    title: 'Format',
    isFormat: true,
    description: 'output; default: the kind of the source; webp: animated',
    choices: Object.fromEntries(movingFormats.map((videoType) => [videoType, outputTitle(outputOf({ videoType }))])),
  }),
  gifWidth: field(width, {
    title: 'Width',
    description: 'width of a GIF or animated WebP; default: that of the canvas',
    unit: 'px',
    onlyFor: motion,
  }),
  gifFps: field(fps, {
    title: 'Frames per second',
    description:
      'frames per second of a GIF or animated WebP; default: the delays of an animated source, otherwise at most 15',
    onlyFor: motion,
  }),
  gifPlays: field(plays, {
    title: 'Plays',
    description: 'number of times a GIF or animated WebP plays; 0: forever',
    onlyFor: motion,
  }),
  gifColors: field(gifFields.colors, {
    title: 'Colors',
    description: 'colors of a GIF',
    onlyFor: ['gif'],
  }),
  gifDither: field(gifFields.dither, {
    title: 'Dither',
    description: 'dithering of a GIF; default: set by the quality',
    choices: { none: 'None', bayer: 'Pattern', floyd_steinberg: 'Fine', sierra2_4a: 'Finest' },
    onlyFor: ['gif'],
  }),
  webpQuality: field(webpQuality, {
    title: 'WebP quality',
    description: 'encoding quality of an animated WebP; default: set by the quality',
    onlyFor: ['animation'],
  }),
  loudness: field(loudness, {
    title: 'Loudness',
    description: 'target loudness in LUFS, -14 as on most platforms; default: unchanged',
    unit: 'LUFS',
    onlyFor: ['video', 'audio'],
  }),
  fitUnder: field(fitUnder, {
    title: 'Fit under',
    description: 'keep the file under this size in MB, estimated by encoding samples; 1 MB is 1,000,000 bytes',
    unit: 'MB',
    onlyFor: ['video', 'gif', 'animation', 'audio'],
  }),
});

/** Output settings, as parsed. */
export type OutputSettings = Partial<z.output<typeof outputFields>>;

/** Fields that do not apply to a tool with audio output. */
export const pictureFieldNames = Object.keys(outputFields.shape).filter(
  (name) => name !== 'fitUnder' && name !== 'loudness',
);

/** Splits settings into those of the output and the others. */
export function splitOutput<T extends object>(
  settings: T,
): { asked: OutputSettings; rest: Omit<T, keyof OutputSettings> } {
  const isOutput = ([name]: [string, unknown]) => name in outputFields.shape;
  const entries = Object.entries(settings);
  return {
    asked: Object.fromEntries(entries.filter(isOutput)),
    rest: Object.fromEntries(entries.filter((entry) => !isOutput(entry))) as Omit<T, keyof OutputSettings>,
  };
}

/**
 * Applies output settings to a tool's output. Ignores settings that the format does not support.
 * @param made by the tool.
 * @returns a problem if the output cannot be fitted to a target size.
 */
export function outputAsked(made: Output, asked: OutputSettings): Parsed<Output> {
  const {
    videoType,
    gifWidth,
    gifFps,
    gifPlays = 0,
    gifColors,
    gifDither,
    webpQuality: quality,
    loudness,
    fitUnder,
  } = asked;
  const chosen = videoType === undefined || made.type === 'image' ? made : outputOf({ videoType });
  if (fitUnder !== undefined && !canBeFitted(chosen))
    return { ok: false, problems: [problem('choice', ['fitUnder'], messages.fitUnfit)] };
  if (chosen.type === 'image' || chosen.type === 'frames') return { ok: true, value: chosen };
  const measures = isSilentMotion(chosen) ? { ...defined({ width: gifWidth, fps: gifFps }), plays: gifPlays } : {};
  const loud = defined({ loudness });
  const own = {
    gif: defined({ colors: gifColors, dither: gifDither }),
    animation: defined({ quality }),
    // The tool's choice of soft subtitles applies to any container.
    video: { ...loud, ...(made.type === 'video' ? defined({ softSubtitles: made.softSubtitles }) : {}) },
    audio: loud,
  }[chosen.type];
  return { ok: true, value: { ...chosen, ...measures, ...own, ...defined({ fitUnder }) } as Output };
}
