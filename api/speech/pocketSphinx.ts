import path from 'node:path';
import type { RecognizedWord } from '../../engine/edit/gatherCues.ts';
import { speechHints } from '../contract/speechHints.ts';
import { speechLanguages } from '../contract/speechLanguages.ts';
import { type Limits, ProcessError } from '../system/process.ts';
import { runSandboxed } from '../system/sandbox.ts';
import { type SpeechEngine, SpeechFailedError } from './engine.ts';

const gigabyte = 1024 ** 3;
/** Its typical memory with the model, and its limit, in bytes. */
const [memory, mostMemory] = [200_000_000, 2 * gigabyte];
/** Upper bound of seconds per second of audio on a busy machine; an idle one takes a third of a second. */
const SLOWEST = 20;
/** Startup time in seconds. */
const START = 60;

const silent = ['-logfn', '/dev/null'];
/** Recognizing an empty input also verifies that the model is installed. */
const trial = ['-infile', '/dev/null', ...silent];

/** Recognizes English offline, with modest quality: PocketSphinx 0.8 with the model that Debian packages. */
export function pocketSphinx(program: string): SpeechEngine {
  return {
    name: 'PocketSphinx',
    hint: speechHints.modest,
    languageCodes: speechLanguages.filter((code) => code.startsWith('en-')),
    longestPiece: 30,
    memory,
    async recognize(file, seconds, { signal }) {
      const time = START + SLOWEST * seconds;
      const limits: Limits = {
        wallSeconds: time,
        cpuSeconds: Math.ceil(time),
        memory: mostMemory,
        fileSize: 1_000_000,
      };
      const args = ['-infile', path.basename(file), '-time', 'yes', ...silent];
      try {
        return wordsIn(await runSandboxed(program, args, { limits, signal, trial, cwd: path.dirname(file) }));
      } catch (error) {
        if (!(error instanceof ProcessError)) throw error;
        throw new SpeechFailedError(`PocketSphinx failed (${error.reason}).`, { cause: error });
      }
    },
  };
}

/** Output line of a word: the word (numbered if it has several pronunciations), start, end, and confidence. */
const wordLine = /^([^\s(]+)(?:\(\d+\))? (\d+\.\d+) (\d+\.\d+) \d+(?:\.\d+)?(?:e-\d+)?$/;
/** Silence and noise. */
const noWord = /^(?:<.*>|\[.*\]|\+\+.*\+\+)$/;

/** Longest plausible word, in seconds. */
const LONGEST = 1.5;
/** Repetitions in a row that are implausible: "no, no, no" is still plausible. */
const REPEATED = 5;
/** Length of its frames in seconds; an end is the time of the word's last frame. */
const FRAME = 0.01;

/**
 * Parses the words it prints, one per line after each utterance. In music it recognizes long or repeated words, which
 * are dropped.
 */
export function wordsIn(printed: string): RecognizedWord[] {
  const words = printed.split('\n').flatMap((line): RecognizedWord[] => {
    const [, word = '', from, to] = wordLine.exec(line.trim()) ?? [];
    const [startTime, endTime] = [Number(from), Number(to) + FRAME];
    if (word === '' || noWord.test(word) || endTime - startTime > LONGEST) return [];
    return [{ text: written(word), startTime, endTime }];
  });
  return runsOf(words).flatMap((run) => (run.length < REPEATED ? run : []));
}

/** Groups adjacent equal words. */
function runsOf(words: readonly RecognizedWord[]): RecognizedWord[][] {
  const runs: RecognizedWord[][] = [];
  for (const word of words) {
    const last = runs.at(-1);
    if (last?.[0]?.text === word.text) last.push(word);
    else runs.push([word]);
  }
  return runs;
}

/** Capitalizes "I": the dictionary is lowercase. */
function written(word: string): string {
  return /^i(?:'\w+)?$/.test(word) ? `I${word.slice(1)}` : word;
}
