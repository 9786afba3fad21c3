import { ProblemError, problem } from '../../../engine/project/problems.ts';
import { isDiskFull } from '../../system/diskFull.ts';
import { notFound, ProcessError, probeLimits } from '../../system/process.ts';
import { runFfmpeg } from '../../system/sandbox.ts';
import type { Media } from '../media/openMedia.ts';
import { shownName, unreadable } from '../media/unreadable.ts';
import type { Input } from '../plan/plan.ts';
import { printInput } from '../print/printInputs.ts';

/**
 * Explains why an ffmpeg run failed. Tries each input alone: one that cannot be decoded becomes a problem that names it
 * and that the user can fix. Any other failure is a bug or the machine's fault, and keeps the log as its cause.
 */
export async function explainFailure(
  error: ProcessError,
  inputs: readonly Input[],
  media: Pick<Media, 'paths'>,
  signal: AbortSignal | undefined,
): Promise<Error> {
  if (error.reason === 'start') return notFound(error);
  if (isDiskFull(error)) return error;
  if (error.reason === 'killed') {
    const message =
      'The system stopped ffmpeg, probably because memory ran out. Use a smaller project, or try again later.';
    return new ProblemError([problem('render.memory', [], message)], { cause: error });
  }
  const damaged = new Set<string>();
  for (const input of inputs) {
    const read = printInput(input, { media: ({ url }) => media.paths.get(url) as string });
    const what =
      input.kind === 'video'
        ? ['-map', '0:V:0', '-frames:v', '1']
        : ['-map', `0:a:${input.track ?? 0}`, '-frames:a', '1'];
    const args = ['-nostdin', '-v', 'error', '-xerror', ...read, ...what, '-f', 'null', '-'];
    await runFfmpeg(args, { limits: probeLimits, signal }).catch((reason: unknown) => {
      signal?.throwIfAborted();
      // A timeout, with other load, does not prove damage.
      if (!(reason instanceof ProcessError)) throw reason;
      if (reason.reason === 'exit') damaged.add(input.url);
    });
  }
  if (damaged.size === 0) return error;
  return new ProblemError(
    [...damaged].flatMap((url) => unreadable(shownName(url), 'it is damaged and cannot be decoded').problems),
    { cause: error },
  );
}
