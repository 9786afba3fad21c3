import type { Command } from 'commander';
import { misspelledInProject } from '../../engine/project/misspelledFields.ts';
import { parseProject, readProjectJson } from '../../engine/project/parse.ts';
import { type Problem, ProblemError } from '../../engine/project/problems.ts';
import { watermarkNotes } from '../../engine/project/watermark.ts';
import { submitProblems } from '../../engine/timeline/submitProblems.ts';
import { cacheFolder } from '../cacheFolder.ts';
import { type Call, type Context, setAction } from '../context.ts';
import { formatsHelp } from '../formatsHelp.ts';
import { allowOutside, locateIn, mediaPlace } from '../mediaPlace.ts';
import { exitCodes, printNote, printProblem } from '../output.ts';
import { expandFiles, readProjectText } from '../projectFiles.ts';

/** Number of files that are checked at a time; each may probe media. */
const ATONCE = 8;

interface ValidateFlags {
  media: boolean;
  allowOutside: string[];
}

/** The result of checking a file. */
interface Checked {
  file: string;
  ok: boolean;
  problems: Problem[];
  /** Sentences about ignored fields and about deviations that a render would make. */
  notes: string[];
}

/** Adds `cutroom validate`. */
export function addValidate(program: Command, context: Context): void {
  const command = program
    .command('validate')
    .addHelpText('after', formatsHelp)
    .description('Checks project files and their media. Prints each problem with file, path, message and code.')
    .argument('<files...>', 'files, folders (every .json below them), globs, or - for standard input')
    .option('--no-media', 'skip media files')
    .option(allowOutside.flags, allowOutside.description, allowOutside.parse, allowOutside.usual);
  setAction(context, command, validate);
}

async function validate([names]: [string[]], { options, output, signal }: Call<ValidateFlags>): Promise<number> {
  const files = await expandFiles(names);
  const checked = await mapSequentially(files, async (file): Promise<Checked> => {
    const found = await checkFile(file, options, signal);
    return { file, ok: found.problems.length === 0, ...found };
  });
  for (const { file, problems, notes } of checked) {
    for (const found of problems) output.line(printProblem(file, found));
    for (const note of notes) output.note(printNote(note, file));
  }
  const bad = checked.filter(({ ok }) => !ok);
  const count = checked.reduce((sum, { problems }) => sum + problems.length, 0);
  output.data({ ok: bad.length === 0, checked: checked.length, invalid: bad.length, problems: count, files: checked });
  output.note(summary(checked.length, bad.length, count));
  return bad.length === 0 ? exitCodes.good : exitCodes.failed;
}

async function checkFile(
  file: string,
  options: ValidateFlags,
  signal: AbortSignal,
): Promise<Pick<Checked, 'problems' | 'notes'>> {
  try {
    const { text, folder } = await readProjectText(file);
    const written = readProjectJson(text);
    if (!written.ok) return { problems: written.problems, notes: [] };
    const parsed = parseProject(written.value);
    if (!parsed.ok) return { problems: parsed.problems, notes: [] };
    const project = parsed.value;
    const ownNotes = [...misspelledInProject(written.value), ...watermarkNotes(project)];
    if (!options.media) return { problems: submitProblems(project), notes: ownNotes };
    const { checkProject, renderNotes } = await import('../../api/renderer/job/checkProject.ts');
    const { openProbeCache } = await import('../../api/renderer/media/probeCache.ts');
    const locate = locateIn(await mediaPlace(folder, options.allowOutside));
    const fontsDir = await cacheFolder('fonts');
    const probe = openProbeCache(await cacheFolder('probes'));
    const { media, problems } = await checkProject(project, { locate, probe, signal });
    const notes = problems.length > 0 ? [] : await renderNotes(project, media, { fontsDir, locate });
    return { problems, notes: [...ownNotes, ...notes] };
  } catch (error) {
    if (error instanceof ProblemError) return { problems: [...error.problems], notes: [] };
    throw error;
  }
}

/** Processes items with limited concurrency; results are in the order of the items. */
async function mapSequentially<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results = new Array<R>(items.length);
  const queue = items.entries();
  const worker = async () => {
    for (const [i, item] of queue) results[i] = await work(item);
  };
  await Promise.all(Array.from({ length: ATONCE }, worker));
  return results;
}

function summary(files: number, bad: number, problems: number): string {
  const checked = `${files} ${files === 1 ? 'file' : 'files'} checked`;
  if (bad === 0) return `${checked}: no problems.`;
  return `${checked}: ${files - bad} valid, ${bad} with ${problems} ${problems === 1 ? 'problem' : 'problems'}.`;
}
