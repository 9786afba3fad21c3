import { duckingSources, withDucking } from '../../../timeline/ducking.ts';
import { runLength } from '../../../timeline/durations.ts';
import { measurePeaks, type Peaks } from '../../../timeline/peaks.ts';
import { type AudioClip, HERTZ, soundtrack } from '../../../timeline/soundtrack.ts';
import { inSlices } from '../../inSlices.ts';
import { soundPart, toStereo } from '../../sound/stereo.ts';
import type { ExportJob } from '../job.ts';
import { type SourceFile, shownName } from '../measureMedia.ts';
import { type ProcessedClip, processClip } from './mix.ts';

/** Longest audio, in seconds: whole files are decoded into memory. */
const MAX_SECONDS = 1800;

/**
 * Decodes all audible clips of a project. Omits files without audio.
 * @param onProgress receives the progress, 0 to 1. @throws Error with a sentence if audio cannot be decoded or is too
 * long; the signal's reason if aborted.
 */
export async function decodeSounds(
  { project, files, signal }: Pick<ExportJob, 'project' | 'files' | 'signal'>,
  onProgress: (ratio: number) => void,
): Promise<ProcessedClip[]> {
  const clips = soundtrack(project)
    .filter(({ url }) => files.get(url)?.hasAudio)
    .map(audibleClip);
  refuseTooLong(clips, files);
  const processed: ProcessedClip[] = [];
  const peaks = new Map<string, Peaks>();
  const listened = duckingSources(clips).map(({ url }) => url);
  for (const url of new Set(clips.map((clip) => clip.url))) {
    const source = files.get(url) as SourceFile;
    const sound = await decode(url, source);
    signal.throwIfAborted();
    if (sound && listened.includes(url)) peaks.set(url, await peaksOf(sound, source, signal));
    for (const clip of clips) {
      if (!sound || clip.url !== url) continue;
      const part = soundPart(sound, clip.mediaStart, clip.mediaEnd, source.soundStart);
      const done = processed.length;
      processed.push(
        await inSlices(processClip(clip, part), signal, (ratio) => onProgress((done + ratio) / clips.length)),
      );
    }
  }
  const ducked = withDucking(
    processed.map(({ clip }) => clip),
    ({ url }) => peaks.get(url),
  );
  return processed.map((one, i) => ({ ...one, clip: ducked[i] as AudioClip }));
}

/** Returns the peaks of decoded audio over the time of its file. */
function peaksOf(sound: AudioBuffer, { soundStart }: SourceFile, signal: AbortSignal): Promise<Peaks> {
  const channels = Array.from({ length: sound.numberOfChannels }, (_, channel) => sound.getChannelData(channel));
  const work = measurePeaks({ channels: toStereo(channels), rate: HERTZ }, undefined, Math.round(soundStart * HERTZ));
  return inSlices(work, signal);
}

/** Trims a clip to its audible part, so that a short video with a long song needs little memory. */
function audibleClip(clip: AudioClip): AudioClip {
  const { start, end, mediaStart, mediaEnd, speed, isReversed, isBoomeranged, loops } = clip;
  if (isReversed || isBoomeranged || loops) return clip;
  return { ...clip, mediaEnd: Math.min(mediaEnd, mediaStart + (end - start) * speed) };
}

function refuseTooLong(clips: readonly AudioClip[], files: ReadonlyMap<string, SourceFile>): void {
  for (const { url } of clips) {
    if ((files.get(url)?.duration ?? 0) <= MAX_SECONDS) continue;
    throw new Error(
      `The audio of ${shownName(url)} is longer than 30 min, too long for this browser. Use the server instead.`,
    );
  }
  const whole = clips.reduce(
    (sum, clip) => sum + runLength({ ...clip, start: clip.mediaStart, end: clip.mediaEnd }),
    0,
  );
  if (whole > MAX_SECONDS) {
    throw new Error('The audio is longer than 30 min, too long for this browser. Use the server instead.');
  }
}

/** @returns undefined for a video that may have no audio and cannot be decoded. */
async function decode(url: string, { file, kind }: SourceFile): Promise<AudioBuffer | undefined> {
  const data = await file.arrayBuffer();
  try {
    return await new OfflineAudioContext(2, 1, HERTZ).decodeAudioData(data);
  } catch (error) {
    const isSure = kind === 'audio' || /mp4|quicktime|webm/.test(file.type);
    if (!isSure) return undefined;
    throw new Error(`This browser cannot decode the audio of ${shownName(url)}. Use the server instead.`, {
      cause: error,
    });
  }
}
