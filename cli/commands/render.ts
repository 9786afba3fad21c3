import type { Command } from 'commander';
import type { RenderResult } from '../../api/renderer/job/render.ts';
import { fileReferences } from '../../engine/project/media.ts';
import { misspelledInProject } from '../../engine/project/misspelledFields.ts';
import { parseProject, readProjectJson } from '../../engine/project/parse.ts';
import { ProblemError } from '../../engine/project/problems.ts';
import { watermarkNotes } from '../../engine/project/watermark.ts';
import { requiredMedia } from '../../engine/timeline/requiredMedia.ts';
import { type Call, type Context, setAction } from '../context.ts';
import { formatsHelp } from '../formatsHelp.ts';
import { allowOutside, locateIn, type MediaPlace, mediaPath, mediaPlace, withNamed } from '../mediaPlace.ts';
import { exitCodes, printerOf, printFailure, printNote, UsageError } from '../output.ts';
import { readProjectText, STDIN } from '../projectFiles.ts';
import { defaultName, describeResult, openPainter, renderTo, withOutputFormat, withPreset } from '../renderOut.ts';
import { type RowFlags, renderRows } from '../renderRows.ts';
import { assignedValue, textsOf } from '../setValue.ts';
import { refuseOverInputs } from '../targets.ts';

interface RenderFlags extends RowFlags {
  allowOutside: string[];
}

/** Adds `cutroom render`. */
export function addRender(program: Command, context: Context): void {
  const command = program
    .command('render')
    .addHelpText('after', formatsHelp)
    .description(
      'Renders a project to a video, GIF, image or audio file. Media paths are relative to the project file.',
    )
    .argument('<project>', 'a project file, or - for standard input')
    .option(
      '-o, --out <file>',
      'output file; its extension sets the format; with --data a pattern with {row} or {column}',
    )
    .option('--set <path=value>', 'change a value first, such as scenes.0.background=#000000; repeatable', collect, [])
    .option(
      '--data <rows.csv>',
      'render once per row (- for standard input); each value replaces {{column}} and the field of that name in the project',
    )
    .option('--overwrite', 'with --data: also render rows that already have results')
    .option(
      '--preset <platform>',
      'size, rate and loudness for youtube, instagram, tiktok or whatsapp; the aspect ratio stays',
    )
    .option('--always-encode', 'encode everything, even parts that could be copied from a source')
    .option('--no-cache', 'encode everything, even parts cached by an earlier render')
    .option(allowOutside.flags, allowOutside.description, allowOutside.parse, allowOutside.usual);
  setAction(context, command, render);
}

function collect(value: string, before: string[]): string[] {
  return [...before, value];
}

async function render([file]: [string], call: Call<RenderFlags>): Promise<number> {
  const { options, output, signal } = call;
  try {
    if (file === STDIN && options.data === STDIN)
      throw new UsageError('Only one of the project and --data can be standard input.');
    const { text, folder } = await readProjectText(file);
    const place = await placeOf(folder, options);
    if (options.data !== undefined) return await renderRows(file, text, place, call);
    output.data({ ok: true, outputs: [await renderOne(file, text, place, call)] });
    return exitCodes.good;
  } catch (error) {
    if (signal.aborted) throw error;
    return printFailure(error, output, printerOf(file));
  }
}

async function renderOne(
  file: string,
  text: string,
  place: MediaPlace,
  call: Call<RenderFlags>,
): Promise<RenderResult> {
  const { options, output } = call;
  const written = options.set.length > 0 ? assignedValue(text, options.set) : readProjectJson(text);
  if (!written.ok) throw new ProblemError(written.problems);
  const parsed = parseProject(written.value);
  if (!parsed.ok) throw new ProblemError(parsed.problems);
  for (const note of [...misspelledInProject(written.value), ...watermarkNotes(parsed.value)])
    output.note(printNote(note, file));
  const chosen = withPreset(parsed.value, options.preset);
  const out = options.out ?? defaultName(file, chosen);
  const project = { ...withOutputFormat(out, chosen), ...(options.alwaysEncode ? { alwaysEncode: true } : {}) };
  // The render itself checks the media that it needs.
  const needed = new Set(requiredMedia(project).map(({ url }) => url));
  const others = fileReferences(project).flatMap(({ url }) => (needed.has(url) ? [] : [mediaPath(url, place)]));
  refuseOverInputs([out], [...others, ...(file === STDIN ? [] : [file])]);
  const painter = await openPainter(1);
  try {
    const result = await renderTo(
      project,
      { out, locate: locateIn(place), title: '', painter, isCached: options.cache },
      call,
    );
    output.line(out);
    output.note(describeResult(result));
    return result;
  } finally {
    painter?.close();
  }
}

/** Allows media that the caller names in --set, but not those that a project or a table names. */
async function placeOf(folder: string, { allowOutside, set }: RenderFlags): Promise<MediaPlace> {
  return withNamed(await mediaPlace(folder, allowOutside), set.flatMap(textsOf));
}
