import { type SoundClip, soundtrack } from '../../../timeline/soundtrack.ts';
import type { ExportJob } from '../job.ts';
import { type SourceFile, shownName } from '../measureMedia.ts';
import { HERTZ, type HeardClip, heardClip } from './mix.ts';

/** Sound is decoded in whole files; more of it than this would fill the memory, seconds. */
const MAX_SECONDS = 1800;

/**
 * Everything that is heard in a project, decoded. Files without sound are left out.
 * @throws Error with a sentence where a sound cannot be decoded or is too long.
 */
export async function decodeSounds({ project, files, signal }: ExportJob): Promise<HeardClip[]> {
  const clips = soundtrack(project).filter(({ url }) => files.get(url)?.hasAudio);
  refuseTooLong(clips, files);
  const heard: HeardClip[] = [];
  for (const url of new Set(clips.map((clip) => clip.url))) {
    const source = files.get(url) as SourceFile;
    const sound = await decode(url, source);
    signal.throwIfAborted();
    for (const clip of clips) if (sound && clip.url === url) heard.push(heardClip(clip, partOf(clip, sound, source)));
  }
  return heard;
}

function refuseTooLong(clips: readonly SoundClip[], files: ReadonlyMap<string, SourceFile>): void {
  for (const { url } of clips) {
    if ((files.get(url)?.duration ?? 0) <= MAX_SECONDS) continue;
    throw new Error(
      `The sound of ${shownName(url)} is longer than 30 min, too long for this browser. The server can make it.`,
    );
  }
  const whole = clips.reduce((sum, clip) => sum + clip.mediaEnd - clip.mediaStart, 0);
  if (whole > MAX_SECONDS) {
    throw new Error('There is more than 30 min of sound, too much for this browser. The server can make it.');
  }
}

/** @returns undefined for a film of which it is not known that it has sound, and that has none. */
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

/** What a clip plays of a file, a copy, so that the rest can be let go of; silence where the file has none. */
function partOf({ mediaStart, mediaEnd }: SoundClip, sound: AudioBuffer, { soundStart }: SourceFile): Float32Array[] {
  const from = Math.round((mediaStart - soundStart) * HERTZ);
  const length = Math.max(1, Math.round((mediaEnd - mediaStart) * HERTZ));
  return Array.from({ length: sound.numberOfChannels }, (_, channel) => {
    const part = new Float32Array(length);
    const silence = Math.min(length, Math.max(0, -from));
    const taken = sound.getChannelData(channel).subarray(Math.max(0, from), Math.max(0, from + length));
    part.set(taken.subarray(0, length - silence), silence);
    return part;
  });
}
