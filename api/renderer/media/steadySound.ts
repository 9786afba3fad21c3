import { environment } from '../../system/environment.ts';
import { ProcessError, renderLimits, runProcess } from '../../system/process.ts';
import { fileUrl, safeInput } from './safeInput.ts';
import { shownName, unreadable } from './sniff.ts';

/**
 * Writes a copy of a file whose sound has the same two channels throughout, without loss; its picture is copied as it is.
 * In a file whose channels change ffmpeg would begin its graph anew on the way, and lose what waits in it.
 * @param out file to write, a QuickTime movie.
 * @throws ProblemError media.unreadable when that cannot be done; the signal's reason when aborted.
 */
export async function writeSteadySound(path: string, out: string, signal: AbortSignal | undefined): Promise<void> {
  const read = ['-nostdin', '-v', 'error', '-y', '-max_error_rate', '1', ...safeInput, '-i', fileUrl(path)];
  const picture = ['-map', '0:V:0?', '-c:v', 'copy'];
  const sound = ['-map', '0:a:0', '-c:a', 'alac', '-ac', '2', '-ar', '48000'];
  try {
    await runProcess(environment().ffmpeg, [...read, ...picture, ...sound, '-f', 'mov', fileUrl(out)], {
      limits: renderLimits,
      signal,
    });
  } catch (error) {
    if (!(error instanceof ProcessError)) throw error;
    throw unreadable(shownName(path), 'its sound changes on the way and cannot be made one', error);
  }
}
