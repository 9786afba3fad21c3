import { perSecond } from '../../../engine/timeline/frameRate.ts';
import { TRUE_PEAK } from '../../../engine/timeline/loudness.ts';
import { HERTZ } from '../../../engine/timeline/soundtrack.ts';
import { TEMPO_TAIL, tempoPasses } from '../../../engine/timeline/tempo.ts';
import type { RenderPlan } from '../plan/plan.ts';
import type { Sound, SoundSegment } from '../plan/sound.ts';
import { number, type Pads } from './ffmpegArgs.ts';
import { outputRecipes } from './outputs.ts';
import { printGains } from './printGains.ts';

/** Prints the audio half as a filter graph that ends in the pad [audio]; '' when nothing is heard. */
export function printAudio(plan: RenderPlan, pads: Pads, channels: (id: string) => number): string {
  const { sounds } = plan;
  const isAlone = outputRecipes[plan.output.format].kind === 'audio';
  if (sounds.length === 0 && !isAlone) return '';
  const total = totalSamples(plan);
  // Sound alone is as long as its project, also where nothing is heard.
  if (sounds.length === 0) return `anullsrc=r=${HERTZ}:cl=stereo,atrim=end_sample=${total}[audio]`;
  // The encoder takes frames of 1024 samples; ffmpeg 5 does not cut them itself when a sound ends before it began.
  const end = [`apad=whole_len=${total}`, `atrim=end_sample=${total}`, 'asetnsamples=n=1024:p=0[audio]'];
  return printMix(sounds, pads, channels, [...printLimits(plan, channels), ...end]);
}

/** Prints a graph that writes the loudness of the mix to a file as it goes, and ends in the pad [audio]. @param file its plain name. */
export function printMeasured(plan: RenderPlan, pads: Pads, channels: (id: string) => number, file: string): string {
  const limits = plan.loudness?.gain === undefined ? [] : printLimits(plan, channels);
  const total = totalSamples(plan);
  const meter = ['ebur128=metadata=1', `ametadata=mode=print:key=${loudnessKey}:file=${file}[audio]`];
  return printMix(plan.sounds, pads, channels, [...limits, `atrim=end_sample=${total}`, ...meter]);
}

/** Length of the output, counted in samples: a trim by time depends on timestamps, and without them never ends. */
function totalSamples({ output: { frames, rate } }: RenderPlan): number {
  return samples(frames / perSecond(rate));
}

/** Filters that write the peak of a sound, waves between samples too, to a file as it goes. @param file its plain name. */
export function printPeak(file: string): string {
  const meter = 'astats=metadata=1:measure_perchannel=none:measure_overall=Peak_level';
  // Of whole numbers what goes beyond full scale would be cut off.
  return `aresample=${4 * HERTZ},aformat=sample_fmts=fltp,${meter},ametadata=mode=print:key=${peakKey}:file=${file}`;
}

/** What a measured peak is called in the file, decibels of full scale. */
export const peakKey = 'lavfi.astats.Overall.Peak_level';

/** What a measured loudness is called in the file. */
export const loudnessKey = 'lavfi.r128.I';

/** What brings a mix to its loudness, and keeps it within full scale. */
function printLimits(plan: RenderPlan, channels: (id: string) => number): string[] {
  const { loudness, ceiling } = plan;
  if (loudness?.gain !== undefined) return printLoudnessGain(loudness.gain, loudness.ceiling);
  if (ceiling !== undefined) return printLoudnessGain(0, ceiling);
  return mayExceed(plan, channels) ? ['alimiter=level=0:latency=1'] : [];
}

/** Whether the mix can exceed full scale: two sounds together, one made louder, or more channels than two mixed down. */
export function mayExceed({ sounds }: Pick<RenderPlan, 'sounds'>, channels: (id: string) => number): boolean {
  return sounds.length > 1 || sounds.some(({ volume, input }) => volume > 1 || channels(input) > 2);
}

/** At four times the rate a limiter sees the waves between samples too. @param gain,ceiling decibels. */
function printLoudnessGain(gain: number, ceiling = TRUE_PEAK): string[] {
  const limit = number(10 ** (ceiling / 20));
  const limiter = `alimiter=limit=${limit}:level=0:latency=1`;
  return [`volume=${number(gain)}dB`, `aresample=${4 * HERTZ}`, limiter, `aresample=${HERTZ}`];
}

/** Sounds that are heard together, as loud as they are. @param sounds one at least. @param end filters that follow, the last with its pad. */
export function printMix(
  sounds: readonly Sound[],
  pads: Pads,
  channels: (id: string) => number,
  end: readonly string[],
): string {
  const lines = sounds.map((sound, i) => {
    const run = printSoundRun(sound, { pad: pads(sound.input), channels: channels(sound.input), name: `a${i}` });
    const length = samples(sound.until - sound.at);
    const whole = samples(sound.length);
    return [
      run,
      ...(sound.loops ? [`apad=whole_len=${whole},aloop=loop=-1:size=${whole},asetpts=N/SR/TB`] : []),
      `atrim=end_sample=${length}`,
      ...printLoudness(sound, length),
      ...(sound.gains ? [printGains(sound.gains, length, `a${i}`)] : []),
      `adelay=${Math.round(sound.at * HERTZ)}S:all=1[a${i}]`,
    ].join(',');
  });
  const pick = sounds.map((_, i) => `[a${i}]`).join('');
  // The last frame of amix may have no timestamp in ffmpeg 5.
  const mix =
    sounds.length > 1 ? [`amix=inputs=${sounds.length}:normalize=0:dropout_transition=0`, 'asetpts=N/SR/TB'] : [];
  return [...lines, `${pick}${[...mix, ...end].join(',')}`].join(';\n');
}

/**
 * One run of a sound, in stereo, from its source on: a chain with an open end.
 * @param name beginning of names for pads of its own.
 */
export function printSoundRun(
  { segments, speed, loops }: Pick<Sound, 'segments' | 'speed' | 'loops'>,
  { pad, channels, name }: { pad: string; channels: number; name: string },
): string {
  const stereo = [`[${pad}]aresample=${HERTZ}:async=1:first_pts=0`, toStereo(channels), 'aformat=sample_fmts=fltp'];
  const [only] = segments as [SoundSegment];
  if (segments.length === 1) return [...stereo, printSoundSegment(only, speed, loops)].join(',');
  const names = (kind: string) => segments.map((_, i) => `[${name}${kind}${i}]`);
  const [sources, ends] = [names('in'), names('segment')];
  return [
    [...stereo, `asplit=${segments.length}${sources.join('')}`].join(','),
    ...segments.map((segment, i) => `${sources[i]}${printSoundSegment(segment, speed, true)}${ends[i]}`),
    `${ends.join('')}concat=n=${segments.length}:v=0:a=1,asetpts=N/SR/TB`,
  ].join(';\n');
}

/** One channel goes to both sides at full strength, as it does in a player; of more than any layout has, two are heard. */
function toStereo(channels: number): string {
  if (channels === 1) return 'pan=stereo|c0=c0|c1=c0';
  return channels > 8 ? 'pan=stereo|c0=c0|c1=c1' : 'aformat=channel_layouts=stereo';
}

/** @param exact whether it must last as long as it should also where the file ends before. */
function printSoundSegment({ from, length, backwards }: SoundSegment, speed: number, exact: boolean): string {
  const first = Math.round(from * HERTZ);
  const last = first + samples(length);
  const heard = samples(length / speed);
  return [
    `atrim=${first > 0 ? `start_sample=${first}:` : ''}end_sample=${last},asetpts=N/SR/TB`,
    ...printTempo(speed),
    ...(exact || backwards ? [`apad=whole_len=${heard}`] : []),
    ...(exact || backwards || speed !== 1 ? [`atrim=end_sample=${heard}`] : []),
    ...(backwards ? ['areverse,asetpts=N/SR/TB'] : []),
  ].join(',');
}

/** The pitch stays. The export in the browser chooses the same windows: see `stretch`. */
function printTempo(speed: number): string[] {
  return tempoPasses(speed).map(
    ({ pace, delay }) => `adelay=${delay}S:all=1,apad=pad_len=${TEMPO_TAIL},atempo=${number(pace)}`,
  );
}

/** Volume and fades: straight lines of the amplitude. @param length samples for which it is heard. */
function printLoudness({ volume, fadeIn, fadeOut }: Sound, length: number): string[] {
  const going = Math.min(length, Math.round(fadeOut * HERTZ));
  return [
    ...(volume === 1 ? [] : [`volume=${number(volume)}`]),
    ...(fadeIn > 0 ? [`afade=t=in:ss=0:ns=${samples(fadeIn)}:curve=tri`] : []),
    ...(going > 0 ? [`afade=t=out:ss=${length - going}:ns=${going}:curve=tri`] : []),
  ];
}

/** Samples of a length, one at least. @param seconds of output. */
function samples(seconds: number): number {
  return Math.max(1, Math.round(seconds * HERTZ));
}
