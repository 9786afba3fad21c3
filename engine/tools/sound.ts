import * as z from 'zod';
import { resolveTrim, type Trim } from '../edit/trim.ts';
import { seconds } from '../project/fields.ts';
import type { AUDIO_FORMATS } from '../project/limits.ts';
import type { Parsed } from '../project/parse.ts';
import { pointerOf } from '../project/problems.ts';
import type { ProjectInput } from '../project/project.ts';
import { field } from './field.ts';
import type { SourceMedia } from './tool.ts';

/** The span of audio in a request, and its form texts. In seconds. */
export const audioSpanFields = {
  audioIsTrimmed: z
    .boolean()
    .optional()
    .describe('whether the span is used; default: true if it has a start or end time'),
  audioTrimStartTime: field(seconds.default(0), {
    title: 'Audio from',
    description: 'start of the audio span',
    unit: 's',
    control: 'time',
    isOfExtra: true,
  }),
  audioTrimEndTime: field(seconds.optional(), {
    title: 'Audio to',
    description: 'end of the audio span; default: end of the audio',
    unit: 's',
    control: 'time',
    isOfExtra: true,
  }),
  audioEdit: z
    .looseObject({ loop: z.boolean().nullish(), mute: z.boolean().nullish() })
    .optional()
    .describe('loop and mute in the form of an editor; equivalent to the fields of these names'),
};

type SoundSettings = z.output<z.ZodObject<typeof audioSpanFields>>;

/** Returns the validated span of audio: all of it without a trim. */
export function resolveAudioSpan(settings: SoundSettings, sound: SourceMedia): Parsed<Trim> {
  const { audioIsTrimmed, audioTrimStartTime, audioTrimEndTime = sound.duration } = settings;
  if (audioIsTrimmed === false) return { ok: true, value: { startTime: 0, endTime: sound.duration, isTrimmed: false } };
  const trim = resolveTrim(audioTrimStartTime, audioTrimEndTime, sound.duration, 'audio');
  if (trim.ok) return trim;
  return { ok: false, problems: trim.problems.map((one) => ({ ...one, pointer: pointerOf(['audioTrimEndTime']) })) };
}

/** Returns the audio track of a project for an audio source. */
export function trackOf({ url, duration }: SourceMedia, { startTime, endTime, isTrimmed }: Trim) {
  return { url, duration, trimStartTime: startTime, trimEndTime: endTime, isTrimmed };
}

/** Creates a project with audio only; its canvas is only for display. */
export function audioProject(sound: SourceMedia, trim: Trim, format: (typeof AUDIO_FORMATS)[number]): ProjectInput {
  return {
    ...{ ratio: '4:1', width: 1280, height: 320 },
    output: { type: 'audio', format },
    scenes: [{ id: 'scene', background: '#20242c' }],
    audio: trackOf(sound, trim),
  };
}
