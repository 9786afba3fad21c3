import { tmpdir } from 'node:os';
import { basename, extname } from 'node:path';
import type { Command } from 'commander';
import { defaultLanguage } from '../../api/contract/speechLanguages.ts';
import { probeFile } from '../../api/renderer/media/probe.ts';
import { findEngineFor, readLanguage } from '../../api/speech/findEngine.ts';
import { speechSettingsOf } from '../../api/speech/speechSettings.ts';
import { transcribe } from '../../api/speech/transcribe.ts';
import { createBudget } from '../../api/system/budget.ts';
import { environment } from '../../api/system/environment.ts';
import { isFailure } from '../../api/system/serviceError.ts';
import { sweepTemporary } from '../../api/system/temporary.ts';
import { cueFormatOf, writeCues } from '../../engine/edit/cueFile.ts';
import { MAX_CUES } from '../../engine/project/limits.ts';
import { audioTrackMissing, messages } from '../../engine/project/messages.ts';
import { ProblemError, problem } from '../../engine/project/problems.ts';
import { speechMessages } from '../../engine/project/speechMessages.ts';
import type { Cue } from '../../engine/project/subtitles.ts';
import { type Call, type Context, setAction } from '../context.ts';
import { formatsHelp } from '../formatsHelp.ts';
import { exitCodes, printerOf, printFailure, UsageError } from '../output.ts';
import { createProgress } from '../progress.ts';
import { refuseOverInputs } from '../targets.ts';
import { ensureFolderOf, writeAtomically } from '../writeAtomically.ts';

interface TranscribeFlags {
  out?: string;
  language: string;
  audioTrack?: string;
}

/** Adds `cutroom transcribe`. */
export function addTranscribe(program: Command, context: Context): void {
  const command = program
    .command('transcribe')
    .addHelpText('after', formatsHelp)
    .description('Transcribes the speech of a video or audio file to subtitles.')
    .argument('<file>', 'a video or audio file')
    .option('-o, --out <file>', 'an .srt, .vtt, .txt or .json file (default: the text, to standard output)')
    .option('-l, --language <code>', 'spoken language, such as en-GB or de-DE', defaultLanguage)
    .option('--audio-track <number>', 'audio track to transcribe, from 1 (default: the file’s default track)');
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
    const cues = await cuesOf(file, { language, audioTrack }, signal);
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
