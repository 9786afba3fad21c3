import { readFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';
import type { RecognizedWord } from '../../engine/edit/gatherCues.ts';
import { speechHints } from '../contract/speechHints.ts';
import { type Limits, ProcessError } from '../system/process.ts';
import { type LockedOptions, runSandboxed } from '../system/sandbox.ts';
import { type SpeechEngine, SpeechFailedError } from './engine.ts';
import { remoteAnswer, wordsOfAnswer } from './remoteAnswer.ts';
import { whisperLanguage, whisperLanguages } from './whisperLanguages.ts';

const gigabyte = 1024 ** 3;
/** Limit of address space in bytes: GPU drivers reserve far more than they use. */
const mostMemory = 256 * gigabyte;
/** Memory besides the model in bytes, and the model's memory relative to its file size, from whisper.cpp's table. */
const [baseMemory, modelShare] = [250_000_000, 1.35];
/** Upper bound of seconds per second of audio: a large model on few cores. */
const SLOWEST = 60;
/** Time to load the model, in seconds. */
const START = 300;
/** Most threads, for the limit of CPU time. */
const MOST_THREADS = 64;
/** Most bytes of output per span. */
const MOST_BYTES = 8_000_000;

/** The used fields of its output; offsets in milliseconds. */
const written = z.object({
  transcription: z.array(z.object({ text: z.string(), offsets: z.object({ from: z.number(), to: z.number() }) })),
});
/** Its output without speech. */
const nothing = '[BLANK_AUDIO]';

/** The operator's program and model file. */
export interface WhisperFiles {
  /** Path of whisper.cpp's `whisper-cli`. */
  program: string;
  /** Path of a model in its format, such as "ggml-small.bin". */
  model: string;
  /** Size of the model, bytes. */
  size: number;
}

/** Recognizes speech on this machine with whisper.cpp and the operator's model file. */
export function whisperCpp({ program, model, size }: WhisperFiles): SpeechEngine {
  const name = path.basename(model).replace(/^ggml-|\.(?:bin|gguf)$/g, '');
  const isEnglish = /\.en\b/.test(name);
  return {
    name: `Whisper ${name}`,
    hint: isEnglish ? speechHints.english : undefined,
    languageCodes: whisperLanguages.filter((code) => !isEnglish || code.startsWith('en-')),
    longestPiece: 120,
    memory: baseMemory + modelShare * size,
    async recognize(file, seconds, { languageCode, signal }) {
      const out = file.replace(/\.wav$/, '');
      const answer = `${out}.json`;
      // It exits with success even for invalid arguments: a stale file must not be taken for its output.
      await rm(answer, { force: true });
      // One segment per word, split at word boundaries.
      const form = ['-oj', '-of', path.basename(out), '-ml', '1', '-sow', '-np'];
      const args = ['-m', model, '-f', path.basename(file), '-l', whisperLanguage(languageCode), ...form];
      const run = { cwd: path.dirname(file), reads: [model], signal };
      const log = await runWhisper(program, args, seconds, run);
      return readWords(answer, seconds, log);
    },
  };
}

/** Runs whisper-cli. @returns the end of its log. @throws SpeechFailedError; the signal's reason when aborted. */
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
    await runSandboxed(program, args, {
      ...{ ...run, limits, trial: ['--help'], hasGraphics: true },
      ...{ onOutput: () => {}, onLog: (text) => (log = text) },
    });
    return log;
  } catch (error) {
    if (!(error instanceof ProcessError)) throw error;
    throw new SpeechFailedError(`Whisper failed (${error.reason}): ${error.log.slice(-300)}`, { cause: error });
  }
}

async function readWords(file: string, seconds: number, log: string): Promise<RecognizedWord[]> {
  const size = await stat(file).then(
    (found) => found.size,
    () => undefined,
  );
  if (size === undefined) throw new SpeechFailedError(`Whisper wrote no output: ${log.slice(-300)}`);
  if (size > MOST_BYTES) throw new SpeechFailedError('The output of Whisper is too large.');
  const parsed = written.safeParse(parseJson(await readFile(file, 'utf8')));
  const segments = parsed.data?.transcription
    .filter(({ text }) => text.trim() !== nothing)
    .map(({ text, offsets }) => ({ text, start: offsets.from / 1000, end: offsets.to / 1000 }));
  const answer = remoteAnswer.safeParse({ segments });
  if (!segments || !answer.success) throw new SpeechFailedError('The output of Whisper has an unknown form.');
  return segments.length === 0 ? [] : wordsOfAnswer(answer.data, seconds);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
