import * as z from 'zod';
import { seconds } from '../project/fields.ts';
import { messages } from '../project/messages.ts';
import { mp4Output } from '../project/output.ts';
import { parseProject } from '../project/parse.ts';
import { pointerOf } from '../project/problems.ts';
import { soundFields as addedSound } from '../project/videoEffects.ts';
import { audioProblems } from '../timeline/submitProblems.ts';
import { field } from './field.ts';
import { onlySource } from './inputs.ts';
import { resolveSound, soundFields, trackOf } from './sound.ts';
import { oneSeen, projectOf, videoSize } from './source.ts';
import { spanFields } from './spanFields.ts';
import type { Tool } from './tool.ts';

const settings = z.object({
  audioStartTime: field(seconds.default(0), {
    title: 'Starts at',
    description: 'when the audio starts in the video',
    unit: 's',
  }),
  ...soundFields,
  loop: field(z.boolean().default(false), {
    title: 'Loop the audio',
    description: 'repeats the audio until the video ends',
  }),
  mute: field(z.boolean().default(false), { title: 'Mute the video', description: "leaves out the video's own audio" }),
  duck: field(z.boolean().default(false), {
    title: 'Duck under speech',
    description: "lowers the added audio while the video's own is heard",
  }),
  volume: field(addedSound.volume, {
    title: 'Volume',
    description: 'loudness of the added audio: 1 is as in the file, 0 is silent, 2 is the most',
  }),
  fadeIn: field(addedSound.fadeIn, {
    title: 'Fade in',
    description: 'time until the added audio reaches its volume',
    unit: 's',
  }),
  fadeOut: field(addedSound.fadeOut, {
    title: 'Fade out',
    description: 'time in which the added audio fades before its end',
    unit: 's',
  }),
  ...spanFields,
});

/** Add Audio: adds audio to a video; an image or GIF becomes a video as long as the audio. */
export const audio: Tool<typeof settings> = {
  id: 'audio',
  title: 'Add Audio',
  route: '/add-music-to-video',
  summary: 'Adds music or another sound to a video, GIF or picture.',
  inputs: oneSeen,
  beside: { min: 1, max: 1, kinds: ['audio'], keys: ['audio'], missing: messages.audioFileMissing },
  settings,
  flags: ['isAudioVideo'],
  compile(chosen, sources, sound) {
    const source = onlySource(sources);
    const added = onlySource(sound ? [sound] : []);
    const { audioStartTime: startTime, audioEdit } = chosen;
    const loop = chosen.loop || audioEdit?.loop === true;
    const isMuted = chosen.mute || audioEdit?.mute === true;
    const trim = resolveSound(chosen, added);
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
