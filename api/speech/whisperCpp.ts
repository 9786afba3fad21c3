import { readFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';
import type { HeardWord } from '../../engine/edit/gatherCues.ts';
import { speechHints } from '../contract/speechHints.ts';
import { type Limits, ProcessError } from '../system/process.ts';
import { type LockedOptions, runLocked } from '../system/sandbox.ts';
import { type SpeechEngine, SpeechFailedError } from './engine.ts';
import { remoteAnswer, wordsOfAnswer } from './remoteAnswer.ts';
import { whisperLanguage, whisperLanguages } from './whisperLanguages.ts';

const gigabyte = 1024 ** 3;
/** What it may reserve, bytes: graphics cards want far more addresses than memory. */
const mostMemory = 256 * gigabyte;
/** What it holds beside its model, bytes, and how much of the model's size it holds, as whisper.cpp's own table has it. */
const [besideModel, modelShare] = [250_000_000, 1.35];
/** So many seconds of a busy machine a second of sound takes at most: a large model on few processors. */
const SLOWEST = 60;
/** For reading the model, seconds. */
const START = 300;
/** Threads whose time is counted together. */
const MOST_THREADS = 64;
/** Most that it may write of a piece, bytes. */
const MOST_BYTES = 8_000_000;

/** What it writes, as far as it is read; offsets in milliseconds. */
const written = z.object({
  transcription: z.array(z.object({ text: z.string(), offsets: z.object({ from: z.number(), to: z.number() }) })),
});
/** What it writes where nothing is said. */
const nothing = '[BLANK_AUDIO]';

/** A program of the operator's, and the file of its model. */
export interface WhisperFiles {
  /** Path of whisper.cpp's `whisper-cli`. */
  program: string;
  /** Path of a model in its format, such as "ggml-small.bin". */
  model: string;
  /** Size of the model, bytes. */
  size: number;
}

/** Recognition on this machine by whisper.cpp with a model file of the operator's. */
export function whisperCpp({ program, model, size }: WhisperFiles): SpeechEngine {
  const name = path.basename(model).replace(/^ggml-|\.(?:bin|gguf)$/g, '');
  const isEnglish = /\.en\b/.test(name);
  return {
    name: `Whisper ${name}`,
    hint: isEnglish ? speechHints.english : undefined,
    languageCodes: whisperLanguages.filter((code) => !isEnglish || code.startsWith('en-')),
    longestPiece: 120,
    memory: besideModel + modelShare * size,
    async recognize(file, seconds, { languageCode, signal }) {
      const out = file.replace(/\.wav$/, '');
      const answer = `${out}.json`;
      // It ends well though it was asked wrongly: what stood there before must not be taken for its answer.
      await rm(answer, { force: true });
      // A segment a word, cut where one begins.
      const form = ['-oj', '-of', path.basename(out), '-ml', '1', '-sow', '-np'];
      const args = ['-m', model, '-f', path.basename(file), '-l', whisperLanguage(languageCode), ...form];
      const run = { cwd: path.dirname(file), reads: [model], signal };
      const log = await runWhisper(program, args, seconds, run);
      return readWords(answer, seconds, log);
    },
  };
}

/** @returns the end of what it said of itself. @throws SpeechFailedError; the signal's reason when it is aborted. */
async function runWhisper(
  program: string,
  args: readonly string[],
  seconds: number,
  run: Pick<LockedOptions, 'cwd' | 'reads' | 'signal'>,
) {
  const time = START + SLOWEST * seconds;
  const limits: Limits = {
    wallSeconds: time,
    cpuSeconds: Math.ceil(MOST_THREADS * time),
    memory: mostMemory,
    fileSize: MOST_BYTES,
  };
  let log = '';
  try {
    await runLocked(program, args, {
      ...{ ...run, limits, trial: ['--help'], hasGraphics: true },
      ...{ onOutput: () => {}, onLog: (text) => (log = text) },
    });
    return log;
  } catch (error) {
    if (!(error instanceof ProcessError)) throw error;
    throw new SpeechFailedError(`Whisper failed (${error.reason}): ${error.log.slice(-300)}`, { cause: error });
  }
}

async function readWords(file: string, seconds: number, log: string): Promise<HeardWord[]> {
  const size = await stat(file).then(
    (found) => found.size,
    () => undefined,
  );
  if (size === undefined) throw new SpeechFailedError(`Whisper wrote no answer: ${log.slice(-300)}`);
  if (size > MOST_BYTES) throw new SpeechFailedError('Whisper wrote far too much.');
  const parsed = written.safeParse(parseJson(await readFile(file, 'utf8')));
  const segments = parsed.data?.transcription
    .filter(({ text }) => text.trim() !== nothing)
    .map(({ text, offsets }) => ({ text, start: offsets.from / 1000, end: offsets.to / 1000 }));
  const answer = remoteAnswer.safeParse({ segments });
  if (!segments || !answer.success) throw new SpeechFailedError('Whisper wrote an answer in a form that is not known.');
  return segments.length === 0 ? [] : wordsOfAnswer(answer.data, seconds);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
