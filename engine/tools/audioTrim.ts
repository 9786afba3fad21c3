import * as z from 'zod';
import { AUDIO_FORMATS } from '../project/limits.ts';
import { messages } from '../project/messages.ts';
import { parseProject } from '../project/parse.ts';
import { field } from './field.ts';
import { onlySource } from './inputs.ts';
import { pictureFieldNames } from './outputFields.ts';
import { audioProject, audioSpanFields, resolveAudioSpan } from './sound.ts';
import type { Tool } from './tool.ts';

const settings = z.object({
  ...audioSpanFields,
  audioFormat: field(z.enum(AUDIO_FORMATS).default('mp3'), {
    title: 'Format',
    description: 'output format',
    isFormat: true,
    choices: { mp3: 'MP3', wav: 'WAV', m4a: 'M4A', flac: 'FLAC', opus: 'Opus' },
  }),
});

/** Trim audio: cuts audio, also that of a video, to a span. */
export const audioTrim: Tool<typeof settings> = {
  id: 'audio-trim',
  title: 'Trim audio',
  route: '/trim-audio',
  summary: 'Cut audio to the part you want.',
  inputs: { min: 1, max: 1, kinds: ['audio'], keys: ['audio', 'sourceVideo'], missing: messages.audioFileMissing },
  settings,
  without: [...pictureFieldNames, 'withCustomWatermark'],
  flags: ['isAudioTrimmedOnly'],
  compile(chosen, sources) {
    const source = onlySource(sources);
    const trim = resolveAudioSpan(chosen, source);
    return trim.ok ? parseProject(audioProject(source, trim.value, chosen.audioFormat)) : trim;
  },
};
