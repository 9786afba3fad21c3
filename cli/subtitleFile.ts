import { readFile } from 'node:fs/promises';
import { Option } from 'commander';
import {
  CUE_FORMATS,
  cueFormatOf,
  FORMATTING_DROPPED,
  frameRateAssumed,
  readCues,
  writeCues,
} from '../engine/edit/cueFile.ts';
import { decodeText, ENCODING_GUESSED } from '../engine/edit/decodeText.ts';
import { messages } from '../engine/project/messages.ts';
import { ProblemError, problem } from '../engine/project/problems.ts';
import type { Project } from '../engine/project/project.ts';
import type { Cue } from '../engine/project/subtitles.ts';
import { cueTracks } from '../engine/timeline/cueTracks.ts';
import { settingsProblems } from '../engine/tools/body.ts';
import { subtitles } from '../engine/tools/subtitles.ts';
import type { Tool } from '../engine/tools/tool.ts';
import { printNote, UsageError } from './output.ts';
import { refuseOverInputs } from './targets.ts';
import { writeAtomically } from './writeAtomically.ts';

/** Returns the flag for a subtitle file, if a tool has one. */
export function subtitleFlags({ id }: Tool): Option[] {
  return id === subtitles.id ? [new Option('--srt <file>', `the subtitles: a file of ${CUE_FORMATS}`)] : [];
}

/**
 * Adds the subtitles of the named file to the settings.
 * @param note called with a sentence for each cue that is left out and each guess. @param rateOf measures the frames
 * per second of the video; undefined for a source without frames.
 * @throws UsageError if it is unreadable. @throws ProblemError with all errors, by line.
 */
export async function withSubtitles(
  settings: Record<string, unknown>,
  file: unknown,
  note: (text: string) => void,
  rateOf: () => Promise<number | undefined>,
): Promise<Record<string, unknown>> {
  if (typeof file !== 'string') return settings;
  const bytes = await readFile(file).catch(() => {
    throw new UsageError(`--srt: "${file}" cannot be read.`);
  });
  let count = 0;
  const { text, isGuessed } = decodeText(bytes);
  const makeId = () => {
    count += 1;
    return `c${count}`;
  };
  const byName = readCues(text, makeId, { name: file });
  const videoRate = byName.ok && byName.assumedRate !== undefined ? await rateOf() : undefined;
  const read = videoRate === undefined ? byName : readCues(text, makeId, { name: file, videoRate });
  if (!read.ok)
    throw new ProblemError(
      read.problems.map(({ line, reason }) => problem('format', [], `${file}, line ${line}: ${reason}`)),
    );
  for (const { line, reason } of read.skipped) note(printNote(`line ${line} is left out. ${reason}`, file));
  if (read.assumedRate !== undefined) note(printNote(frameRateAssumed(read.assumedRate), file));
  if (read.hasLooks) note(printNote(FORMATTING_DROPPED, file));
  if (isGuessed) note(printNote(ENCODING_GUESSED, file));
  return { ...settings, subtitles: read.cues };
}

/**
 * Writes the subtitles to a file if the output's extension is a subtitle format.
 * @param compile compiles the project, if cuts in the video change the times of cues.
 * @returns whether it did. @throws ProblemError if there are no subtitles or they cannot be written.
 */
export async function wroteSubtitles(
  tool: Tool,
  settings: Record<string, unknown>,
  { out, srt }: Record<string, unknown>,
  compile: () => Promise<Project>,
): Promise<boolean> {
  const format = tool.id === subtitles.id && typeof out === 'string' ? cueFormatOf(out) : undefined;
  if (typeof out !== 'string' || format === undefined) return false;
  const problems = settingsProblems(tool, settings);
  if (problems.length > 0) throw new ProblemError(problems);
  const cues = (settings.subtitles ?? []) as Cue[];
  if (cues.every(({ text }) => text.trim() === ''))
    throw new ProblemError([problem('settings.invalid', ['subtitles'], messages.subtitlesMissing)]);
  const { removeSilences, removedSpans } = settings;
  const isCut = removeSilences === true || (Array.isArray(removedSpans) && removedSpans.length > 0);
  const written = isCut ? cueTracks(await compile()).flatMap((track) => track.cues) : cues;
  if (typeof srt === 'string') await refuseOverInputs([out], [srt]);
  await writeAtomically(out, writeCues(written, format));
  return true;
}
