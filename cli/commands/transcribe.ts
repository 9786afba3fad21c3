import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, extname, join } from 'node:path';
import type { Command } from 'commander';
import { defaultLanguage } from '../../api/contract/speechLanguages.ts';
import { probeFile } from '../../api/renderer/media/probe.ts';
import { findEngineFor, readLanguage } from '../../api/speech/findEngine.ts';
import { speechSettingsOf } from '../../api/speech/speechSettings.ts';
import { transcribe } from '../../api/speech/transcribe.ts';
import { createBudget } from '../../api/system/budget.ts';
import { environment } from '../../api/system/environment.ts';
import { isFailure } from '../../api/system/serviceError.ts';
import { makeWorkFolder, sweepTemporary } from '../../api/system/temporary.ts';
import { cueFormatOf, writeCues } from '../../engine/edit/cueFile.ts';
import { spokenProject } from '../../engine/edit/spokenProject.ts';
import { MAX_CUES } from '../../engine/project/limits.ts';
import { audioTrackMissing, messages } from '../../engine/project/messages.ts';
import { parseProjectText } from '../../engine/project/parse.ts';
import { ProblemError, problem } from '../../engine/project/problems.ts';
import { speechMessages } from '../../engine/project/speechMessages.ts';
import type { Cue } from '../../engine/project/subtitles.ts';
import { type Call, type Context, setAction } from '../context.ts';
import { formatsHelp } from '../formatsHelp.ts';
import { allowOutside, locateIn, mediaPlace } from '../mediaPlace.ts';
import { exitCodes, printerOf, printFailure, UsageError } from '../output.ts';
import { createProgress } from '../progress.ts';
import { readProjectText } from '../projectFiles.ts';
import { renderTo } from '../renderOut.ts';
import { refuseOverInputs } from '../targets.ts';
import { ensureFolderOf, writeAtomically } from '../writeAtomically.ts';

interface TranscribeFlags {
  out?: string;
  language: string;
  audioTrack?: string;
  allowOutside: string[];
}

/** Adds `cutroom transcribe`. */
export function addTranscribe(program: Command, context: Context): void {
  const command = program
    .command('transcribe')
    .addHelpText('after', formatsHelp)
    .description(
      'Transcribes the speech of a video, an audio file or a project to subtitles. Those of a project have the times of its video.',
    )
    .argument('<file>', 'a video, an audio file, or a project file that ends in .json')
    .option('-o, --out <file>', 'an .srt, .vtt, .txt or .json file (default: the text, to standard output)')
    .option('-l, --language <code>', 'spoken language, such as en-GB or de-DE', defaultLanguage)
    .option('--audio-track <number>', 'audio track to transcribe, from 1 (default: the file’s default track)')
    .option(allowOutside.flags, allowOutside.description, allowOutside.parse, allowOutside.usual);
  setAction(context, command, run);
}

async function run([file]: [string], call: Call<TranscribeFlags>): Promise<number> {
  const { output, signal, options } = call;
  const { out, language } = options;
  const audioTrack = options.audioTrack === undefined ? undefined : readTrack(options.audioTrack);
  const ending = out === undefined ? '' : extname(out).toLowerCase();
  if (out !== undefined && ending !== '.json' && !cueFormatOf(out))
    throw new UsageError(`The name of --out must end in .srt, .vtt, .txt or .json, not "${out}".`);
  try {
    if (out !== undefined) {
      refuseOverInputs([out], [file]);
      // Checked before a long transcription.
      await ensureFolderOf(out);
    }
    const isProject = extname(file).toLowerCase() === '.json';
    if (isProject && audioTrack !== undefined)
      throw new UsageError('--audio-track is for files. The layers of a project have their own audio tracks.');
    const cues = isProject ? await cuesOfProject(file, call) : await cuesOf(file, { language, audioTrack }, signal);
    if (cues.length === 0) throw new ProblemError([problem('settings.invalid', [], speechMessages.noSpeech)]);
    if (cues.length > MAX_CUES)
      output.note(`A video can have at most ${MAX_CUES} subtitles. The transcription has ${cues.length}.`);
    const result = { language, cues };
    if (out !== undefined)
      await writeAtomically(out, ending === '.json' ? `${JSON.stringify(result, null, 2)}\n` : textOf(out, cues));
    else for (const { text } of cues) output.line(text);
    if (out !== undefined) output.line(`${out}: ${cues.length} ${cues.length === 1 ? 'subtitle' : 'subtitles'}`);
    output.data({ ok: true, ...(out === undefined ? result : { language, file: out, subtitles: cues.length }) });
    return exitCodes.good;
  } catch (error) {
    if (signal.aborted || error instanceof UsageError) throw error;
    return printFailure(error, output, printerOf(file));
  }
}

/** Renders the speech of a project to a temporary file, and transcribes that. */
async function cuesOfProject(file: string, call: Call<TranscribeFlags>): Promise<Cue[]> {
  const { options, signal } = call;
  languageOf(options.language);
  const { text, folder } = await readProjectText(file);
  const parsed = parseProjectText(text);
  if (!parsed.ok) throw new ProblemError(parsed.problems);
  const speech = spokenProject(parsed.value);
  if (!speech) throw new ProblemError([problem('settings.invalid', [], messages.soundMissing)]);
  const locate = locateIn(await mediaPlace(folder, options.allowOutside));
  const work = await makeWorkFolder(tmpdir());
  try {
    const out = join(work, 'speech.wav');
    await renderTo(speech, { out, locate }, call);
    return await cuesOf(out, { language: options.language, audioTrack: undefined }, signal);
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

async function cuesOf(
  file: string,
  { language, audioTrack }: { language: string; audioTrack: number | undefined },
  signal: AbortSignal,
): Promise<Cue[]> {
  const languageCode = languageOf(language);
  const engine = findEngineFor(speechSettingsOf(environment().speech), languageCode);
  const { duration, hasAudio, audioTracks } = await probeFile(file, { signal });
  if (hasAudio && audioTrack !== undefined && audioTrack > audioTracks.length)
    throw new ProblemError([problem('range', [], audioTrackMissing(basename(file), audioTracks.length))]);
  if (!hasAudio) throw new ProblemError([problem('settings.invalid', [], messages.soundMissing)]);
  await sweepTemporary(tmpdir());
  const progress = createProgress();
  let shown = 0;
  const steps = { extracted: 'Preparing audio', conformed: `Transcribing with ${engine.name}` };
  let text = 'Extracting audio';
  try {
    progress.update(0, text);
    return await transcribe(file, {
      ...{ engine, languageCode, duration, audioTrack, signal, folder: tmpdir(), budget: createBudget() },
      onProgress({ extracted, conformed, speech = shown }) {
        if (extracted) text = steps.extracted;
        if (conformed) text = steps.conformed;
        shown = speech;
        progress.update(shown, text);
      },
    });
  } finally {
    progress.stop();
  }
}

function readTrack(text: string): number {
  if (!/^[1-9]\d?$/.test(text)) throw new UsageError(`--audio-track: "${text}" is not a number from 1 to 99.`);
  return Number(text);
}

function languageOf(code: string) {
  try {
    return readLanguage(code);
  } catch (error) {
    throw isFailure(error, 'unavailable') ? new UsageError(`--language: ${error.message}`) : error;
  }
}

function textOf(out: string, cues: readonly Cue[]): string {
  return writeCues(cues, cueFormatOf(out) ?? 'txt');
}
