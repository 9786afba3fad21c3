import { writeFile } from 'node:fs/promises';
import { type Problem, ProblemError } from '../../../engine/project/problems.ts';
import { paintLimits, runProcess } from '../../system/process.ts';
import type { PaintJob } from './paintJob.ts';

/** What the paint program says, one JSON value a line. */
export type PaintMessage = { share: number } | { problems: readonly Problem[] };

/** A job as it is written for the paint program: maps become lists of pairs. */
export interface WrittenJob extends Omit<PaintJob, 'media'> {
  paths: [string, string][];
  probes: [string, PaintJob['media']['probes'] extends Map<string, infer P> ? P : never][];
}

/**
 * Paints a job in a process of its own, as paintJob would here.
 * @param program path of the built paint program.
 * @throws ProblemError as paintJob does; ProcessError when the program fails; the signal's reason when aborted.
 */
export async function paintApart(
  program: string,
  { media, ...rest }: PaintJob,
  { signal, onProgress }: { signal?: AbortSignal | undefined; onProgress?: (share: number) => void },
): Promise<void> {
  const file = `${rest.work}/paint.json`;
  const written: WrittenJob = { ...rest, paths: [...media.paths], probes: [...media.probes] };
  await writeFile(file, JSON.stringify(written));
  let problems: readonly Problem[] = [];
  const onOutput = lineReader((line) => {
    const message = JSON.parse(line) as PaintMessage;
    if ('share' in message) onProgress?.(message.share);
    else problems = message.problems;
  });
  await runProcess(process.execPath, [program, file], { limits: paintLimits, signal, onOutput });
  if (problems.length > 0) throw new ProblemError(problems);
}

/** Cuts a stream of text into its lines. */
function lineReader(onLine: (line: string) => void): (text: string) => void {
  let rest = '';
  return (text) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) onLine(line);
  };
}
