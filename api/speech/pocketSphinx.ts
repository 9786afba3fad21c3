import path from 'node:path';
import type { HeardWord } from '../../engine/edit/gatherCues.ts';
import { speechHints } from '../contract/speechHints.ts';
import { speechLanguages } from '../contract/speechLanguages.ts';
import { type Limits, ProcessError } from '../system/process.ts';
import { runLocked } from '../system/sandbox.ts';
import { type SpeechEngine, SpeechFailedError } from './engine.ts';

const gigabyte = 1024 ** 3;
/** What it holds with its model, and what it may hold, bytes. */
const [memory, mostMemory] = [200_000_000, 2 * gigabyte];
/** So many seconds of a busy machine a second of sound takes at most; it takes a third of one where it is alone. */
const SLOWEST = 20;
/** For its start, seconds. */
const START = 60;

const silent = ['-logfn', '/dev/null'];
/** Listening to nothing shows that its model is there too. */
const trial = ['-infile', '/dev/null', ...silent];

/** Recognition of English without a network, of modest quality: PocketSphinx 0.8 with the model that Debian packs with it. */
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
        return wordsIn(await runLocked(program, args, { limits, signal, trial, cwd: path.dirname(file) }));
      } catch (error) {
        if (!(error instanceof ProcessError)) throw error;
        throw new SpeechFailedError(`PocketSphinx failed (${error.reason}).`, { cause: error });
      }
    },
  };
}

/** A line of a word: the word, with a number where it has several pronunciations, start, end, and how sure it is. */
const wordLine = /^([^\s(]+)(?:\(\d+\))? (\d+\.\d+) (\d+\.\d+) \d+(?:\.\d+)?(?:e-\d+)?$/;
/** Silence and noise. */
const noWord = /^(?:<.*>|\[.*\]|\+\+.*\+\+)$/;

/** A word that seems to be said for longer is none, seconds. */
const LONGEST = 1.5;
/** What is said so often in a row is none either: "no, no, no" is. */
const REPEATED = 5;
/** Its frames are so long, seconds; an end is that of a word's last frame. */
const FRAME = 0.01;

/** The words of what it prints: after each utterance its words, one a line. Of music it hears long words, and one again and again. */
export function wordsIn(printed: string): HeardWord[] {
  const words = printed.split('\n').flatMap((line): HeardWord[] => {
    const [, word = '', from, to] = wordLine.exec(line.trim()) ?? [];
    const [startTime, endTime] = [Number(from), Number(to) + FRAME];
    if (word === '' || noWord.test(word) || endTime - startTime > LONGEST) return [];
    return [{ text: written(word), startTime, endTime }];
  });
  return runsOf(words).flatMap((run) => (run.length < REPEATED ? run : []));
}

/** Words in runs of the same. */
function runsOf(words: readonly HeardWord[]): HeardWord[][] {
  const runs: HeardWord[][] = [];
  for (const word of words) {
    const last = runs.at(-1);
    if (last?.[0]?.text === word.text) last.push(word);
    else runs.push([word]);
  }
  return runs;
}

/** Its dictionary has small letters only. */
function written(word: string): string {
  return /^i(?:'\w+)?$/.test(word) ? `I${word.slice(1)}` : word;
}
