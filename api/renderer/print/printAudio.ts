import { filter } from '../../../engine/effects/ffmpegFilter.ts';
import { mayRaisePeaks } from '../../../engine/soundEffects/index.ts';
import { fpsOf } from '../../../engine/timeline/frameRate.ts';
import { TRUE_PEAK } from '../../../engine/timeline/loudness.ts';
import { HERTZ } from '../../../engine/timeline/soundtrack.ts';
import { TEMPO_TAIL, tempoPasses } from '../../../engine/timeline/tempo.ts';
import type { RenderPlan } from '../plan/plan.ts';
import type { PlannedAudio, PlannedAudioSpan } from '../plan/sound.ts';
import { number, type Pads } from './ffmpegArgs.ts';
import { outputRecipes } from './outputs.ts';
import { printGains } from './printGains.ts';
import { printSoundEffects } from './printSoundEffects.ts';
import { isMono } from './usualRates.ts';

/** Prints the audio part of a filter graph, ending in the pad [audio]; '' if there is no audio. */
export function printAudio(plan: RenderPlan, pads: Pads, channels: (id: string) => number): string {
  const { sounds } = plan;
  const isAlone = outputRecipes[plan.output.format].kind === 'audio';
  if (sounds.length === 0 && !isAlone) return '';
  const total = totalSamples(plan);
  // Audio output is as long as its project, also when silent.
  if (sounds.length === 0)
    return `${filter('anullsrc', { r: HERTZ, cl: 'stereo' })},${filter('atrim', { end_sample: total })}[audio]`;
  // The encoder needs frames of 1024 samples; ffmpeg 5 does not split them itself if audio ends before it starts.
  const end = [
    ...printMono(plan.output),
    filter('apad', { whole_len: total }),
    filter('atrim', { end_sample: total }),
    'asetnsamples=n=1024:p=0[audio]',
  ];
  return printMix(sounds, pads, channels, [...printLimits(plan, channels), ...end]);
}

/**
 * Prints a graph that measures the mix before encoding and ends in the pad [audio]. @param meter filters as returned by
 * printPeak or printLoudness.
 */
export function printMeasured(plan: RenderPlan, pads: Pads, channels: (id: string) => number, meter: string): string {
  const limits = plan.loudness?.gain === undefined ? [] : printLimits(plan, channels);
  const total = totalSamples(plan);
  return printMix(plan.sounds, pads, channels, [...limits, filter('atrim', { end_sample: total }), `${meter}[audio]`]);
}

/** At a low bit rate: mixes down to mono. ffmpeg's own downmix would make it 3 dB louder. */
function printMono({ soundRate }: RenderPlan['output']): string[] {
  return isMono(soundRate) ? ['pan=mono|c0=0.5*c0+0.5*c1'] : [];
}

/** Length of the output in samples. A trim by time depends on timestamps, and without them never ends. */
function totalSamples({ output: { frames, rate } }: RenderPlan): number {
  return samples(frames / fpsOf(rate));
}

/** Prints filters that write the integrated loudness of audio to a file. @param file name without folder. */
export function printLoudness(file: string): string {
  return `ebur128=metadata=1,${printMetadata(loudnessKey, file)}`;
}

/** Prints filters that write the true peak of audio to a file. @param file name without folder. */
export function printPeak(file: string): string {
  const meter = 'astats=metadata=1:measure_perchannel=none:measure_overall=Peak_level';
  // Integer samples would clip beyond full scale.
  return [filter('aresample', 4 * HERTZ), asFloats, meter, printMetadata(peakKey, file)].join(',');
}

function printMetadata(key: string, file: string): string {
  return filter('ametadata', { mode: 'print', key, file });
}

/** Converts samples to planar floats, which do not clip. */
const asFloats = 'aformat=sample_fmts=fltp';

/** Numbers samples from 0 again. */
const numbered = 'asetpts=N/SR/TB';

/** Key of the measured peak in the file, in dBFS. */
export const peakKey = 'lavfi.astats.Overall.Peak_level';

/** Key of the measured loudness in the file. */
export const loudnessKey = 'lavfi.r128.I';

/** Prints filters that apply the loudness gain and keep the mix within full scale. */
function printLimits(plan: RenderPlan, channels: (id: string) => number): string[] {
  const { loudness, ceiling } = plan;
  if (loudness?.gain !== undefined) return printLoudnessGain(loudness.gain, loudness.ceiling);
  if (ceiling !== undefined) return printLoudnessGain(0, ceiling);
  return mayExceed(plan, channels) ? ['alimiter=level=0:latency=1'] : [];
}

/**
 * Whether the mix can exceed full scale: two sounds together, one made louder or filtered, or more than two channels
 * mixed down.
 */
export function mayExceed({ sounds }: Pick<RenderPlan, 'sounds'>, channels: (id: string) => number): boolean {
  return (
    sounds.length > 1 ||
    sounds.some(({ volume, effects, input }) => volume > 1 || mayRaisePeaks(effects) || channels(input) > 2)
  );
}

/** At four times the sample rate, a limiter also catches inter-sample peaks. @param gain,ceiling decibels. */
function printLoudnessGain(gain: number, ceiling = TRUE_PEAK): string[] {
  const limiter = [filter('aresample', 4 * HERTZ), 'alimiter=level=0:latency=1', filter('aresample', HERTZ)];
  // ffmpeg's limiter accepts limits from −24 dB to full scale only, so the ceiling is moved to full scale.
  return [filter('volume', `${number(gain - ceiling)}dB`), ...limiter, filter('volume', `${number(ceiling)}dB`)];
}

/**
 * Mixes audio without normalization. @param sounds at least one. @param end filters that follow, the last with its pad.
 */
export function printMix(
  sounds: readonly PlannedAudio[],
  pads: Pads,
  channels: (id: string) => number,
  end: readonly string[],
): string {
  const lines = sounds.map((sound, i) => {
    const run = printAudioRun(sound, { pad: pads(sound.input), channels: channels(sound.input), name: `a${i}` });
    const length = samples(sound.until - sound.at);
    const whole = samples(sound.length);
    return [
      run,
      ...(sound.loops
        ? [filter('apad', { whole_len: whole }), filter('aloop', { loop: -1, size: whole }), numbered]
        : []),
      filter('atrim', { end_sample: length }),
      ...printVolume(sound, length),
      ...(sound.gains ? [printGains(sound.gains, length, `a${i}`)] : []),
      `${filter('adelay', `${Math.round(sound.at * HERTZ)}S`, { all: 1 })}[a${i}]`,
    ].join(',');
  });
  const pick = sounds.map((_, i) => `[a${i}]`).join('');
  // The last frame of amix may lack a timestamp in ffmpeg 5.
  const mix =
    sounds.length > 1 ? [filter('amix', { inputs: sounds.length, normalize: 0, dropout_transition: 0 }), numbered] : [];
  return [...lines, `${pick}${[...mix, ...end].join(',')}`].join(';\n');
}

/**
 * Prints one run of audio in stereo: a chain with an open output.
 * @param name prefix of its pad names.
 */
export function printAudioRun(
  { segments, speed, loops, effects }: Pick<PlannedAudio, 'segments' | 'speed' | 'loops' | 'effects'>,
  { pad, channels, name }: { pad: string; channels: number; name: string },
): string {
  const resampled = `[${pad}]${filter('aresample', HERTZ, { async: 1, first_pts: 0 })}`;
  const stereo = [resampled, toStereo(channels), asFloats];
  const ending = printSoundEffects(effects);
  const [only] = segments as [PlannedAudioSpan];
  if (segments.length === 1) return [...stereo, printSoundSegment(only, speed, loops), ...ending].join(',');
  const names = (kind: string) => segments.map((_, i) => `[${name}${kind}${i}]`);
  const [sources, ends] = [names('in'), names('segment')];
  return [
    [...stereo, `${filter('asplit', segments.length)}${sources.join('')}`].join(','),
    ...segments.map((segment, i) => `${sources[i]}${printSoundSegment(segment, speed, true)}${ends[i]}`),
    [`${ends.join('')}${filter('concat', { n: segments.length, v: 0, a: 1 })}`, numbered, ...ending].join(','),
  ].join(';\n');
}

/**
 * Mono goes to both sides at full level, as in players. Of more than 8 channels, which no layout has, the first two are
 * used.
 */
function toStereo(channels: number): string {
  if (channels === 1) return 'pan=stereo|c0=c0|c1=c0';
  return channels > 8 ? 'pan=stereo|c0=c0|c1=c1' : 'aformat=channel_layouts=stereo';
}

/** @param exact whether to pad it to its length if the file ends earlier. */
function printSoundSegment({ from, length, backwards }: PlannedAudioSpan, speed: number, exact: boolean): string {
  const first = Math.round(from * HERTZ);
  const last = first + samples(length);
  const outputSamples = samples(length / speed);
  return [
    filter('atrim', { start_sample: first > 0 ? first : undefined, end_sample: last }),
    numbered,
    ...printTempo(speed),
    ...(exact || backwards ? [filter('apad', { whole_len: outputSamples })] : []),
    ...(exact || backwards || speed !== 1 ? [filter('atrim', { end_sample: outputSamples })] : []),
    ...(backwards ? ['areverse', numbered] : []),
  ].join(',');
}

/** Changes the tempo and preserves the pitch. Export in the browser uses the same windows: see `stretch`. */
function printTempo(speed: number): string[] {
  return tempoPasses(speed).flatMap(({ pace, delay }) => [
    filter('adelay', `${delay}S`, { all: 1 }),
    filter('apad', { pad_len: TEMPO_TAIL }),
    filter('atempo', pace),
  ]);
}

/** Prints volume and linear fades. @param length audible samples. */
function printVolume({ volume, fadeIn, fadeOut }: PlannedAudio, length: number): string[] {
  const going = Math.min(length, Math.round(fadeOut * HERTZ));
  return [
    ...(volume === 1 ? [] : [filter('volume', volume)]),
    ...(fadeIn > 0 ? [filter('afade', { t: 'in', ss: 0, ns: samples(fadeIn), curve: 'tri' })] : []),
    ...(going > 0 ? [filter('afade', { t: 'out', ss: length - going, ns: going, curve: 'tri' })] : []),
  ];
}

/** Converts seconds of output to samples, at least one. */
function samples(seconds: number): number {
  return Math.max(1, Math.round(seconds * HERTZ));
}
