import { HERTZ } from '../../../engine/timeline/soundtrack.ts';
import { ProcessError, renderLimits } from '../../system/process.ts';
import { runFfmpeg } from '../../system/sandbox.ts';
import type { AudioChanges } from './audioChanges.ts';
import { fileUrl, safeInput } from './safeInput.ts';
import { shownName, unreadable } from './unreadable.ts';

/** Bytes per second that writeSteadySound writes: two channels of four bytes. */
export const constantAudioRate = 8 * HERTZ;

/** The same downmix as for unchanging audio of any channel count; in float, so that nothing clips or gets quieter. */
const mixes: Record<Exclude<AudioChanges, ''>, string> = {
  // Mono goes to both sides at full level.
  narrow: 'pan=stereo|FL=FL+FC|FR=FR+FC',
  wide: 'aformat=channel_layouts=stereo',
};

/**
 * Writes a copy of a file with constant stereo audio at 48 kHz, without loss, and its video copied. ffmpeg rebuilds its
 * filter graph when audio parameters change, and loses what is buffered in it.
 * For joined files, samples are made consecutive, because the timestamps of each file start again.
 * @param out QuickTime file to write. @param track index of the audio track.
 * @throws ProblemError media.unreadable if that fails; the signal's reason when aborted.
 */
export async function writeConstantAudio(
  path: string,
  out: string,
  { kind, isJoined, track }: { kind: Exclude<AudioChanges, ''>; isJoined: boolean; track: number },
  signal: AbortSignal | undefined,
): Promise<void> {
  const read = ['-nostdin', '-v', 'error', '-y', '-max_error_rate', '1', ...safeInput, '-i', fileUrl(path)];
  const picture = ['-map', '0:V:0?', '-c:v', 'copy'];
  const mix = `aresample=${HERTZ},${mixes[kind]},aformat=sample_fmts=fltp`;
  const inOrder = ['-bsf:a', 'setts=ts=if(N\\,PREV_OUTPTS+PREV_OUTDURATION\\,0)'];
  const sound = ['-map', `0:a:${track}`, '-af', mix, '-c:a', 'pcm_f32le', ...(isJoined ? inOrder : [])];
  try {
    await runFfmpeg([...read, ...picture, ...sound, '-f', 'mov', fileUrl(out)], {
      limits: renderLimits,
      signal,
    });
  } catch (error) {
    if (!(error instanceof ProcessError)) throw error;
    throw unreadable(shownName(path), 'its audio changes its format midway and cannot be unified', error);
  }
}
