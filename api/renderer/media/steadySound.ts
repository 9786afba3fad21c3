import { HERTZ } from '../../../engine/timeline/soundtrack.ts';
import { ProcessError, renderLimits } from '../../system/process.ts';
import { runFfmpeg } from '../../system/sandbox.ts';
import type { ChangingSound } from './changingSound.ts';
import { fileUrl, safeInput } from './safeInput.ts';
import { readFailure, shownName } from './unreadable.ts';

/** Bytes of a second of what writeSteadySound writes: two channels of four bytes. */
export const steadySoundRate = 8 * HERTZ;

/** The mix that sounds get that do not change, whatever their channels are; as numbers, so that nothing is cut off or made quieter. */
const mixes: Record<Exclude<ChangingSound, ''>, string> = {
  // One channel goes to both sides at full strength.
  narrow: 'pan=stereo|FL=FL+FC|FR=FR+FC',
  wide: 'aformat=channel_layouts=stereo',
};

/**
 * Writes a copy of a file whose sound has the same two channels and 48 kHz throughout, without loss; its picture is copied
 * as it is. In a file whose sound changes ffmpeg would begin its graph anew on the way, and lose what waits in it.
 * Of joined files one sample follows the other, whatever times they have: those of each file begin anew.
 * @param out file to write, a QuickTime movie. @param track index of the audio track that is written.
 * @throws ProblemError media.unreadable when that cannot be done; the signal's reason when aborted.
 */
export async function writeSteadySound(
  path: string,
  out: string,
  { kind, isJoined, track }: { kind: Exclude<ChangingSound, ''>; isJoined: boolean; track: number },
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
    throw readFailure(error, shownName(path), 'its sound changes on the way and cannot be made one');
  }
}
