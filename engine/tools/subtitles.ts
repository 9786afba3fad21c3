import * as z from 'zod';
import { cuesLeft } from '../edit/cueCuts.ts';
import { highlightNames, outlineFor } from '../edit/subtitleLook.ts';
import type { Size } from '../layout/box.ts';
import { parseRgba } from '../layout/color.ts';
import { color } from '../project/fields.ts';
import { highlightStyle } from '../project/layers.ts';
import { MAX_CUES, MIN_FONT_SIZE, MIN_TRIM_SECONDS } from '../project/limits.ts';
import { messages } from '../project/messages.ts';
import { mp4Output } from '../project/output.ts';
import { type Parsed, parseProject } from '../project/parse.ts';
import { problem } from '../project/problems.ts';
import type { ProjectInput } from '../project/project.ts';
import { type Cue, cue, languageCode } from '../project/subtitles.ts';
import { overlapWith, type TimeSpan } from '../timeline/timeSpans.ts';
import { cutFields, partsLeft } from './cutFields.ts';
import { field } from './field.ts';
import { frameFor, framing, framingTexts, objectFits, ratioOrNone, ratioTexts } from './frame.ts';
import { onlySource } from './inputs.ts';
import { oneMoving, outputSize, surroundOf, usualSurround, videoLayerOf, videoProject, wholeFrame } from './source.ts';
import { subtitleBody } from './subtitleBody.ts';
import type { SourceMedia, Tool } from './tool.ts';

/** Frame widths that sizes refer to, in pixels: for 9:16, and for any other ratio. */
const TALL_WIDTH = 236;
const UNIT_WIDTH = 320;
/** Largest size of a subtitle on such a frame, and of a layer, in pixels. */
const MAX_UNIT_SIZE = 100;
const MAX_LAYER_SIZE = 2000;

const settings = z.object({
  subtitles: z
    .array(cue.extend({ id: cue.shape.id.optional() }))
    .max(MAX_CUES)
    .default([])
    .describe('subtitles, each with text, startTime and endTime in seconds of the video'),
  font: field(z.string().min(1).max(128).default('Arial'), {
    title: 'Font',
    description: 'font family',
    control: 'font',
  }),
  size: field(z.number().min(MIN_FONT_SIZE).max(MAX_UNIT_SIZE).default(18), {
    title: 'Text size',
    description: 'size of the text on a frame 320 pixels wide; 236 of one of 9:16',
    flag: 'font-size',
  }),
  color: field(color.default('#ffffff'), { title: 'Text color', description: 'color of the text', control: 'color' }),
  position: field(z.enum(['top', 'middle', 'bottom']).default('bottom'), {
    title: 'Place',
    description: 'position of the subtitles',
    choices: { top: 'Top', middle: 'Middle', bottom: 'Bottom' },
  }),
  background: field(color.default('rgba(0,0,0,0.6)'), {
    title: 'Background',
    description: 'color behind the text at 60% opacity; transparent for none',
    control: 'color',
  }),
  backgroundStyle: field(z.enum(['none', 'wrap', 'box']).default('wrap'), {
    title: 'Background style',
    description: 'wrap: behind each line; box: behind all of them',
    choices: { none: 'None', wrap: 'Lines', box: 'Box' },
  }),
  highlight: field(z.boolean().default(false), {
    title: 'Highlight',
    description: 'highlights the spoken word',
  }),
  highlightColor: field(color.default('#ffd54a'), {
    title: 'Highlight color',
    description: 'color of the spoken word',
    control: 'color',
    onlyWith: 'highlight',
  }),
  highlightStyle: field(highlightStyle.default('color'), {
    title: 'Highlight style',
    description: 'how the spoken word stands out; single: no other word is visible',
    choices: highlightNames,
    onlyWith: 'highlight',
  }),
  subtitleVideoRatio: field(ratioOrNone.default('none'), {
    ...ratioTexts,
    description: 'aspect ratio of the frame, width to height; none: unchanged',
    flag: 'ratio',
  }),
  videoBackgroundColor: field(color.default(usualSurround), {
    title: 'Video background',
    description: 'color around the video if the frame has another aspect ratio',
    control: 'color',
  }),
  subtitleVideoPosition: field(framing.default('fit'), { ...framingTexts, flag: 'framing' }),
  softSubtitles: field(z.boolean().default(false), {
    title: 'As a track',
    description: 'adds subtitles as a track that viewers can turn on; the frames stay unchanged',
    flag: 'soft',
    onlyFor: ['video'],
  }),
  ...cutFields,
  languageCode: field(languageCode.default('en-US'), {
    title: 'Language',
    description: 'language of the subtitles',
    flag: 'language',
  }),
  isTranscribed: z.boolean().default(false).describe('whether the subtitles come from speech recognition'),
  transcriptionId: z.string().max(128).optional().describe('id of their transcription'),
  finishedTranscribingAt: z.string().max(40).optional().describe('time at which the transcription finished, ISO 8601'),
});

type SubtitleSettings = z.output<typeof settings>;

/** Add subtitles: burns subtitles into a video; they remain a layer of the project. */
export const subtitles: Tool<typeof settings> = {
  id: 'subtitles',
  title: 'Add subtitles',
  route: '/subtitles',
  summary: 'Burn subtitles into a video.',
  inputs: oneMoving,
  settings,
  flags: ['isSubtitleVideo'],
  says: { quality: 'high', isStudio: true, isCreator: true },
  spelling: subtitleBody,
  listens: ({ removeSilences }) => removeSilences === true,
  compile(chosen, sources) {
    const source = onlySource(sources);
    const { subtitles: cues, subtitleVideoRatio: ratio, subtitleVideoPosition: by } = chosen;
    const written = cues.filter(({ text }) => text.trim() !== '');
    // Cutting alone is valid without subtitles.
    const isCutOnly = written.length === 0 && (chosen.removeSilences || chosen.removedSpans.length > 0);
    if (written.length === 0 && !isCutOnly) return refused([], messages.subtitlesMissing);
    if (!isCutOnly && written.every(({ startTime }) => startTime >= source.duration))
      return refused([], messages.subtitlesTooLate);
    const wrong = cues.findIndex(({ startTime, endTime }) => endTime <= startTime);
    if (wrong >= 0) return refused([wrong, 'endTime'], messages.cueOrder);
    // Renumbered, because ids may be missing or duplicate.
    const numbered = cues.map((one, index) => ({ ...one, id: `c${index + 1}` }));
    const parts = partsLeft(chosen, source, numbered);
    if (!parts.ok) return parts;
    const size = ratio === 'none' ? outputSize(source) : frameFor(source, ratio, by);
    const [first] = parts.value;
    const isWhole = first?.startTime === 0 && first.endTime === source.duration;
    const left = isWhole ? numbered : cuesLeft(numbered, parts.value);
    if (!isCutOnly && !left.some((one) => one.text.trim() !== '' && overlapWith(one, parts.value) > 0))
      return refused([], messages.subtitlesMissing);
    const scenes = parts.value.map((part, index) => sceneOf(part, index, { chosen, source, size, cues: left }));
    const soft = chosen.softSubtitles && !source.animated ? { output: { ...mp4Output, softSubtitles: true } } : {};
    return parseProject({ ...videoProject(source, size, {}), ...soft, scenes });
  },
};

function refused(path: readonly PropertyKey[], message: string): Parsed<never> {
  const code = path.length === 0 ? 'settings.invalid' : 'time.order';
  return { ok: false, problems: [problem(code, ['subtitles', ...path], message)] };
}

/** A video in its own ratio covers its canvas, whose sides may have been rounded. */
function fitOf({
  subtitleVideoRatio,
  subtitleVideoPosition,
}: SubtitleSettings): 'fill' | (typeof objectFits)[keyof typeof objectFits] {
  return subtitleVideoRatio === 'none' ? 'fill' : objectFits[subtitleVideoPosition];
}

/** Common inputs of all scenes. */
interface Whole {
  chosen: SubtitleSettings;
  source: SourceMedia;
  size: Size;
  cues: readonly Cue[];
}

/** Returns a part of the video with its subtitles. They keep their times; the layer has an offset. */
function sceneOf(part: TimeSpan, index: number, { chosen, source, size, cues }: Whole): ProjectInput['scenes'][number] {
  const { startTime, endTime } = part;
  const suffix = index === 0 ? '' : `-${index + 1}`;
  const isWhole = startTime === 0 && endTime === source.duration;
  const length = endTime - startTime;
  const video = {
    ...videoLayerOf(source, { ...part, isTrimmed: !isWhole }),
    ...{ id: `source${suffix}`, objectFit: fitOf(chosen), position: wholeFrame },
    // A part that is too short for a trim needs an explicit end.
    ...(length < MIN_TRIM_SECONDS ? { to: length } : {}),
  };
  const shown = cues.filter((cue) => cue.startTime < endTime && cue.endTime > startTime);
  const layer = { ...layerOf(chosen, size), id: `subtitles${suffix}`, cues: isWhole ? [...cues] : shown };
  const front = layer.cues.length > 0 ? [startTime > 0 ? { ...layer, at: startTime } : layer] : [];
  return {
    ...{
      id: `scene${suffix}`,
      background: surroundOf(source, chosen.videoBackgroundColor),
      duration: length,
      isImageVideo: source.animated,
    },
    layers: [...front, video],
  };
}

function layerOf(chosen: SubtitleSettings, size: Size) {
  const { font, color, position, backgroundStyle, highlight, highlightColor, highlightStyle } = chosen;
  const { languageCode, transcriptionId, finishedTranscribingAt } = chosen;
  // Even sides differ slightly from the ratio.
  const isTall = size.width / size.height < 9 / 16 + 0.01;
  const unit = isTall ? TALL_WIDTH : UNIT_WIDTH;
  const fontSize = Math.min(MAX_LAYER_SIZE, (chosen.size * size.width) / unit);
  const background = translucentBackground(chosen.background);
  return {
    ...{ type: 'subtitles' as const, fontFamily: font, fontSize: `${Number(fontSize.toFixed(2))}px` },
    ...{ color, verticalAlign: position, backgroundStyle, highlight, highlightColor, highlightStyle },
    textShadow: outlineFor({ color, background, backgroundStyle }),
    ...{ background, padding: Math.min(100, Math.round(fontSize / 4)) },
    ...{ languageCode, transcriptionId, finishedTranscribingAt },
    position: { x: '5%', y: '5%', width: '90%', height: '90%' },
  };
}

/** Returns the background of subtitles: 60 % opaque; a transparent color stays transparent. */
export function translucentBackground(background: string): string {
  const { r, g, b, a } = parseRgba(background);
  const [red, green, blue] = [r, g, b].map((part) => Math.round(255 * part));
  return `rgba(${red},${green},${blue},${a === 0 ? 0 : 0.6})`;
}
