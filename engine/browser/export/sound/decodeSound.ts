import { duckingSources, withDucking } from '../../../timeline/ducking.ts';
import { runLength } from '../../../timeline/durations.ts';
import { measurePeaks, type Peaks } from '../../../timeline/peaks.ts';
import { HERTZ, type SoundClip, soundtrack } from '../../../timeline/soundtrack.ts';
import { inSlices } from '../../inSlices.ts';
import { soundPart, toStereo } from '../../sound/stereo.ts';
import type { ExportJob } from '../job.ts';
import { type SourceFile, shownName } from '../measureMedia.ts';
import { type HeardClip, heardClip } from './mix.ts';

/** Sound is decoded in whole files, and its runs are held as they are heard; more than this would fill the memory, seconds. */
const MAX_SECONDS = 1800;

/**
 * Everything that is heard in a project, decoded. Files without sound are left out.
 * @param onProgress told how far it is, 0 to 1. @throws Error with a sentence where a sound cannot be decoded or is too
 * long; the signal's reason when it is stopped.
 */
export async function decodeSounds(
  { project, files, signal }: Pick<ExportJob, 'project' | 'files' | 'signal'>,
  onProgress: (ratio: number) => void,
): Promise<HeardClip[]> {
  const clips = soundtrack(project)
    .filter(({ url }) => files.get(url)?.hasAudio)
    .map(onlyHeard);
  refuseTooLong(clips, files);
  const heard: HeardClip[] = [];
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
      const done = heard.length;
      heard.push(await inSlices(heardClip(clip, part), signal, (ratio) => onProgress((done + ratio) / clips.length)));
    }
  }
  const ducked = withDucking(
    heard.map(({ clip }) => clip),
    ({ url }) => peaks.get(url),
  );
  return heard.map((one, i) => ({ ...one, clip: ducked[i] as SoundClip }));
}

/** The peaks of a sound over the time of its file. */
function peaksOf(sound: AudioBuffer, { soundStart }: SourceFile, signal: AbortSignal): Promise<Peaks> {
  const channels = Array.from({ length: sound.numberOfChannels }, (_, channel) => sound.getChannelData(channel));
  const work = measurePeaks({ channels: toStereo(channels), rate: HERTZ }, undefined, Math.round(soundStart * HERTZ));
  return inSlices(work, signal);
}

/** The clip without what follows in its file after it is heard no more: a short video of a long song holds little of it. */
function onlyHeard(clip: SoundClip): SoundClip {
  const { start, end, mediaStart, mediaEnd, speed, isReversed, isBoomeranged, loops } = clip;
  if (isReversed || isBoomeranged || loops) return clip;
  return { ...clip, mediaEnd: Math.min(mediaEnd, mediaStart + (end - start) * speed) };
}

function refuseTooLong(clips: readonly SoundClip[], files: ReadonlyMap<string, SourceFile>): void {
  for (const { url } of clips) {
    if ((files.get(url)?.duration ?? 0) <= MAX_SECONDS) continue;
    throw new Error(
      `The sound of ${shownName(url)} is longer than 30 min, too long for this browser. The server can make it.`,
    );
  }
  const whole = clips.reduce(
    (sum, clip) => sum + runLength({ ...clip, start: clip.mediaStart, end: clip.mediaEnd }),
    0,
  );
  if (whole > MAX_SECONDS) {
    throw new Error('There is more than 30 min of sound, too much for this browser. The server can make it.');
  }
}

/** @returns undefined for a video of which it is not known that it has sound, and that has none. */
async function decode(url: string, { file, kind }: SourceFile): Promise<AudioBuffer | undefined> {
  const data = await file.arrayBuffer();
  try {
    return await new OfflineAudioContext(2, 1, HERTZ).decodeAudioData(data);
  } catch (error) {
    const isSure = kind === 'audio' || /mp4|quicktime|webm/.test(file.type);
    if (!isSure) return undefined;
    throw new Error(`The sound of ${shownName(url)} cannot be decoded by this browser. The server can make it.`, {
      cause: error,
    });
  }
}
