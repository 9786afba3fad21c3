import * as z from 'zod';
import { seconds } from '../project/fields.ts';
import { messages } from '../project/messages.ts';
import { mp4Output } from '../project/output.ts';
import { parseProject } from '../project/parse.ts';
import { pointerOf } from '../project/problems.ts';
import { volumeFields as addedSound } from '../project/videoEffects.ts';
import { audioProblems } from '../timeline/submitProblems.ts';
import { field } from './field.ts';
import { onlySource } from './inputs.ts';
import { audioSpanFields, resolveAudioSpan, trackOf } from './sound.ts';
import { oneVisible, projectOf, videoSize } from './source.ts';
import { spanFields } from './spanFields.ts';
import type { Tool } from './tool.ts';

const settings = z.object({
  audioStartTime: field(seconds.default(0), {
    title: 'Starts at',
    description: 'start of the audio in the video',
    unit: 's',
  }),
  ...audioSpanFields,
  loop: field(z.boolean().default(false), {
    title: 'Loop the audio',
    description: 'loops the audio until the video ends',
  }),
  mute: field(z.boolean().default(false), { title: 'Mute the video', description: 'mutes the audio of the video' }),
  duck: field(z.boolean().default(false), {
    title: 'Duck under speech',
    description: 'lowers the audio while the video is audible',
  }),
  volume: field(addedSound.volume, { title: 'Volume', description: 'volume of the audio; 1: unchanged' }),
  fadeIn: field(addedSound.fadeIn, { title: 'Fade in', description: 'length of the audio fade-in', unit: 's' }),
  fadeOut: field(addedSound.fadeOut, {
    title: 'Fade out',
    description: 'length of the audio fade-out',
    unit: 's',
  }),
  ...spanFields,
});

/** Add Audio: adds audio to a video; an image or GIF becomes a video as long as the audio. */
export const audio: Tool<typeof settings> = {
  id: 'audio',
  title: 'Add Audio',
  route: '/add-music-to-video',
  summary: 'Add music or other audio to a video, GIF or image.',
  inputs: oneVisible,
  extra: { min: 1, max: 1, kinds: ['audio'], keys: ['audio'], missing: messages.audioFileMissing },
  settings,
  flags: ['isAudioVideo'],
  compile(chosen, sources, sound) {
    const source = onlySource(sources);
    const added = onlySource(sound ? [sound] : []);
    const { audioStartTime: startTime, audioEdit } = chosen;
    const loop = chosen.loop || audioEdit?.loop === true;
    const isMuted = chosen.mute || audioEdit?.mute === true;
    const trim = resolveAudioSpan(chosen, added);
    if (!trim.ok) return trim;
    const made = projectOf(source, { size: videoSize(source), span: chosen, place: { isMuted } });
    if (!made.ok) return made;
    const track = {
      ...trackOf(added, trim.value),
      startTime,
      loop,
      loopTouched: true,
      ...{ volume: chosen.volume, fadeIn: chosen.fadeIn, fadeOut: chosen.fadeOut },
      ...(chosen.duck ? { ducking: {} } : {}),
    };
    const project = parseProject({ ...made.value, output: mp4Output, audio: track });
    const problems = project.ok ? audioProblems(project.value) : [];
    if (problems.length === 0) return project;
    const path = pointerOf(['audioStartTime']);
    return { ok: false, problems: problems.map((one) => ({ ...one, pointer: path })) };
  },
};
