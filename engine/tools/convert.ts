import * as z from 'zod';
import { seconds } from '../project/fields.ts';
import { AUDIO_FORMATS, VIDEO_CODECS } from '../project/limits.ts';
import { messages } from '../project/messages.ts';
import {
  animationDefaults,
  codecTitles,
  framesDefaults,
  gifDefaults,
  type Output,
  outputTitle,
} from '../project/output.ts';
import { type Parsed, parseProject } from '../project/parse.ts';
import { problem } from '../project/problems.ts';
import type { ProjectInput } from '../project/project.ts';
import { field } from './field.ts';
import { onlySource } from './inputs.ts';
import { audioProject } from './sound.ts';
import { outputSize, projectOf, resolveSpan } from './source.ts';
import { type SpanSettings, spanFields } from './spanFields.ts';
import type { SourceMedia, Tool } from './tool.ts';

const videos = ['mp4', 'mov', 'webm'] as const;
const pictures = ['jpeg', 'png', 'webp'] as const;
const options = [...videos, 'gif', 'animated-webp', 'apng', 'frames', ...pictures, ...AUDIO_FORMATS] as const;
type Option = (typeof options)[number];

const settings = z.object({
  convertOption: field(z.enum(options).default('mp4'), {
    title: 'Format',
    description: 'output: a video, a GIF, a zip of all frames, an image, or audio only',
    choices: Object.fromEntries(options.map((option) => [option, outputTitle(outputOf(option, 0))])),
    isFormat: true,
    read: (value) => (value === 'jpg' ? 'jpeg' : value),
  }),
  codec: field(z.enum(VIDEO_CODECS).optional(), {
    title: 'Codec',
    description: 'codec of a video; default: VP9 in a WebM, otherwise H.264',
    choices: codecTitles,
    onlyFor: ['video'],
  }),
  jpegTimestamp: field(seconds.default(0), {
    title: 'Frame at',
    description: 'time of the frame to save; times past the end use the last frame',
    unit: 's',
    control: 'time',
  }),
  ...spanFields,
});

/** Convert: changes the format of a video, GIF, image or audio; extracts a frame or the audio. */
export const convert: Tool<typeof settings> = {
  id: 'convert',
  title: 'Convert',
  route: '/convert-video',
  summary: 'Convert a video, GIF, image or audio file to another format, or save one frame as an image.',
  inputs: { min: 1, max: 1, kinds: ['video', 'animation', 'image', 'audio'] },
  settings,
  without: ['videoType'],
  named(ending, facts) {
    const asked = ending.toLowerCase().replace(/^jpg$/, 'jpeg');
    const isMoving = facts.some(({ duration, width }) => duration > 0 && width > 0);
    if (asked === 'zip') return { convertOption: 'frames' };
    if (asked === 'webp' && isMoving) return { convertOption: 'animated-webp' };
    return isOneOf(options, asked as Option) ? { convertOption: asked as Option } : {};
  },
  flags: ['isConvertVideo'],
  compile({ convertOption, codec, jpegTimestamp, ...span }, sources) {
    const source = onlySource(sources);
    const made = outputOf(convertOption, jpegTimestamp);
    const output = made.type === 'video' && codec ? { ...made, codec } : made;
    const isSound = output.type === 'audio';
    const missing = isSound && !source.hasAudio ? 'soundMissing' : !isSound && source.width === 0 && 'pictureMissing';
    if (missing) return { ok: false, problems: [problem('choice', ['convertOption'], messages[missing])] };
    // The time refers to the whole file.
    const kept = output.type === 'image' ? { isTrimmed: false, startTime: 0 } : span;
    const project = source.width === 0 ? soundOf(source, kept, output) : projectOf(source, sceneOf(source, kept));
    return project.ok ? parseProject({ ...project.value, isImage: false, output }) : project;
  },
};

function sceneOf(source: SourceMedia, span: SpanSettings) {
  return { size: outputSize(source), span };
}

function soundOf(source: SourceMedia, span: SpanSettings, output: Output): Parsed<ProjectInput> {
  const trim = resolveSpan(span, source);
  if (!trim.ok) return trim;
  return { ok: true, value: audioProject(source, trim.value, output.type === 'audio' ? output.format : 'mp3') };
}

function outputOf(option: Option, at: number): Output {
  if (isOneOf(videos, option)) return { type: 'video', container: option };
  if (isOneOf(pictures, option)) return { type: 'image', format: option, at };
  if (isOneOf(AUDIO_FORMATS, option)) return { type: 'audio', format: option };
  if (option === 'frames') return framesDefaults;
  return option === 'gif' ? gifDefaults : { ...animationDefaults, format: option === 'apng' ? 'apng' : 'webp' };
}

function isOneOf<T extends Option>(some: readonly T[], option: Option): option is T {
  return (some as readonly Option[]).includes(option);
}
