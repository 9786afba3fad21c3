import { detachAudio } from '../../../engine/edit/detachAudio.ts';
import { hideLayers } from '../../../engine/edit/layerFlags.ts';
import { splitLayer } from '../../../engine/edit/layerTime.ts';
import { addVoiceOver } from '../../../engine/edit/voiceOver.ts';
import type { Project, ProjectInput } from '../../../engine/project/project.ts';
import { countedIds, good } from '../../engine/make.ts';
import { type Feature, film, type LayerInput, projectOf } from './feature.ts';

type Audio = NonNullable<ProjectInput['audio']>;
type VideoFields = NonNullable<Parameters<typeof film>[0]>;

/** A static scene, which is fast to draw. */
function still(layers: readonly object[], more: Partial<ProjectInput> = {}, duration = 3): Project {
  return projectOf([{ id: 's', background: '#3f6f5f', duration, layers: layers as LayerInput[] }], more);
}

const speech = { id: 'voice', type: 'audio', url: '../media/speech.wav' };
const music: Audio = { url: '../media/music.mp3', isTrimmed: true, trimStartTime: 2, trimEndTime: 9 };
const tune: Audio = { url: '../media/music.wav', isTrimmed: true, trimStartTime: 0.3, trimEndTime: 1.4 };
const shortSpeech = { ...speech, isTrimmed: true, startTime: 0, endTime: 1.3, from: 1 };
const spoken = still([shortSpeech], { audio: music }, 4);

/** A city at night, with its audio. */
function city(more: VideoFields): Project {
  const fields: VideoFields = { url: '../media/traffic.mp4', isMuted: false, startTime: 0.7, endTime: 2.7, ...more };
  return projectOf([{ id: 's', layers: [film(fields)] }]);
}

/** The same at its original size. */
function whole(more: VideoFields): Project {
  return { ...city(more), width: 854, height: 480 };
}

const soundFeature = (name: string, project: Project, without: Project): Feature => ({
  name,
  of: 'sound',
  project,
  without,
});

const mixed: readonly Feature[] = [
  soundFeature(
    'music that goes down under speech',
    still([shortSpeech], { audio: { ...music, ducking: { amount: 18 } } }, 4),
    spoken,
  ),
  soundFeature(
    'a sound layer that goes down under speech',
    still(
      [shortSpeech, { id: 'm', type: 'audio', url: '../media/music.mp3', ducking: { amount: 14, attack: 0.2 } }],
      {},
      4,
    ),
    still([shortSpeech, { id: 'm', type: 'audio', url: '../media/music.mp3' }], {}, 4),
  ),
  soundFeature(
    'a loudness of −14 LUFS, of what is quiet',
    still([{ ...speech, volume: 0.15 }], { output: { type: 'video', loudness: -14 } }, 4),
    still([{ ...speech, volume: 0.15 }], {}, 4),
  ),
  soundFeature(
    'a loudness of −14 LUFS, of what is loud',
    still(
      [{ ...speech, volume: 2 }],
      { audio: { ...tune, volume: 2, loop: true }, output: { type: 'video', loudness: -14 } },
      4,
    ),
    still([{ ...speech, volume: 2 }], { audio: { ...tune, volume: 2, loop: true } }, 4),
  ),
  soundFeature('layers of voices', still([{ ...shortSpeech, id: 'second', from: 1.6 }, speech]), still([speech])),
  soundFeature(
    'a hidden sound',
    hideLayers(still([shortSpeech, { ...speech, id: 'other' }]), ['other'], true),
    still([speech]),
  ),
  soundFeature(
    'a voice on the left, as on a telephone',
    still([{ ...speech, pan: -60, eq: { preset: 'telephone', mid: 6 } }]),
    still([speech]),
  ),
  soundFeature(
    'more bass and less treble of a fast video',
    city({ speed: 1.5, endTime: 3.7, eq: { low: 12, high: -12 } }),
    city({ speed: 1.5, endTime: 3.7 }),
  ),
  soundFeature('volume and fades', still([{ ...speech, volume: 0.6, fadeIn: 0.8, fadeOut: 1 }]), still([speech])),
];

const overScenes = projectOf([
  { id: 'a', duration: 1.5, background: '#3f6f5f', layers: [] },
  { id: 'b', duration: 2, background: '#5f3f6f', layers: [] },
]);
const voice = addVoiceOver(overScenes, { url: '../media/speech.wav', duration: 3, at: 0.4 }, countedIds()).project;
const later = addVoiceOver(overScenes, { url: '../media/speech.wav', duration: 3, at: 0.6 }, countedIds()).project;

const voices: readonly Feature[] = [
  soundFeature('a voice-over of two scenes', voice, later),
  soundFeature('the detached sound of a video', detachAudio(city({}), 'film', countedIds()), city({ volume: 0.5 })),
  soundFeature(
    'the detached sound of a fast video',
    detachAudio(city({ speed: 1.5, endTime: 3.7 }), 'film', countedIds()),
    city({}),
  ),
  soundFeature(
    'a voice that is cut in two',
    good(splitLayer(still([{ ...shortSpeech, duration: 6, from: 0, endTime: 2.6 }]), 'voice', 1.217, countedIds())),
    still([{ ...shortSpeech, from: 0.2, endTime: 2.6 }]),
  ),
];

const paces: readonly Feature[] = [
  ...[0.5, 1.5, 2].map((speed) =>
    soundFeature(`there and back at ${speed} of its pace`, city({ isBoomeranged: true, speed }), city({ speed })),
  ),
  soundFeature('backwards at 1.5 of its pace', city({ isReversed: true, speed: 1.5 }), city({ speed: 1.5 })),
  ...[0.25, 0.5, 2, 4].map((speed) =>
    soundFeature(
      `a voice at ${speed} of its pace`,
      still([
        { ...speech, isTrimmed: true, startTime: 0.2, endTime: 0.2 + Math.max(1, Math.min(5.8, 2.5 * speed)), speed },
      ]),
      still([{ ...speech, isTrimmed: true, startTime: 0.2, endTime: 2.7 }]),
    ),
  ),
];

/** Music with a video of some length, which music does not extend. */
function withMusic(audio: Audio, length = 4): Project {
  return projectOf([{ id: 's', layers: [film({ startTime: 0, endTime: length })] }], { audio });
}

/** Music looped, and once. */
function again(name: string, audio: Audio, length?: number): Feature {
  return soundFeature(name, withMusic({ ...audio, loop: true }, length), withMusic({ ...audio, loop: false }, length));
}

const looped: readonly Feature[] = [
  again('looped music', tune),
  again('looped music from an MP3, begun later', { ...music, trimEndTime: 3.1, startTime: 0.35 }),
  again('a whole file again and again', { url: '../media/music.wav', startTime: 0.2 }, 6),
  soundFeature(
    'a looped sound layer',
    still([{ ...shortSpeech, from: 0, endTime: 1.1, loopMode: 'duration', playLength: 3 }]),
    still([{ ...shortSpeech, from: 0, endTime: 1.1 }]),
  ),
  soundFeature(
    'a looped video',
    city({ endTime: 1.8, loopMode: 'duration', playLength: 3 }),
    city({ endTime: 1.8, playLength: 3 }),
  ),
];

/** Projects from which the server copies what it can. */
const copied: readonly Feature[] = [
  soundFeature('copied streams', whole({ startTime: 0, endTime: 3 }), whole({ startTime: 0.2, endTime: 3.2 })),
  soundFeature(
    'copied but for their ends',
    whole({ startTime: 0.7, endTime: 4.6 }),
    whole({ startTime: 0.9, endTime: 4.8 }),
  ),
  soundFeature('a copied video with music', withMusic(music), withMusic({ ...music, startTime: 0.1 })),
  soundFeature(
    'the sound of a WebM',
    city({ url: '../media/ribbons.webm' }),
    city({ url: '../media/ribbons.webm', startTime: 0.8, endTime: 2.8 }),
  ),
];

/** Features of audio. */
export const soundFeatures: readonly Feature[] = [...mixed, ...voices, ...paces, ...looped, ...copied];
