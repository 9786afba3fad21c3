import { wordsOf } from '../kinds/cueWords.ts';
import type { Cue } from '../project/subtitles.ts';
import type { TimeSpan } from '../timeline/timeSpans.ts';
import { withWordTimes } from './cueCuts.ts';
import { type CutVideo, cutOut, isStruck, strikeCues } from './cueStrikes.ts';

/** Filler words by language. Words that also have a meaning, such as the English “like”, are not among them. */
const fillers: Readonly<Record<string, readonly string[]>> = {
  en: ['um', 'uh', 'uhm', 'er', 'erm', 'hm'],
  de: ['äh', 'ähm', 'öh', 'öhm', 'hm'],
  fr: ['euh', 'heu', 'hum', 'hm'],
  es: ['eh', 'ehm', 'em', 'hm'],
  it: ['eh', 'ehm', 'uhm', 'hm'],
  pt: ['hã', 'ahn', 'hum', 'hm'],
  nl: ['uh', 'uhm', 'eh', 'ehm', 'hm'],
};
/** Those that are no words in any of many languages. */
const common = ['hm', 'ehm', 'uhm'];

/** Returns the usual filler words of a language, separated by commas. @param languageCode default: English. */
export function usualFillers(languageCode = 'en'): string {
  const [language = ''] = languageCode.toLowerCase().split('-');
  return (fillers[language] ?? common).join(', ');
}

/** A filler in a cue. */
interface FoundFiller {
  cue: Cue;
  /** In seconds of the cues. */
  span: TimeSpan;
  /** Whether the cue says nothing else. */
  isAll: boolean;
}

/**
 * Finds filler words that are not cut out yet. Case, punctuation and repeated letters do not matter: “um” also finds
 * “Ummm,”.
 * @param written words or phrases, separated by commas.
 */
export function findFillers({ cues, removed }: CutVideo, written: string): FoundFiller[] {
  const phrases = written
    .split(/[,;\n]/)
    .map((phrase) => phrase.split(/\s+/).map(plain).filter(Boolean))
    .filter(({ length }) => length > 0)
    .toSorted((a, b) => b.length - a.length);
  if (phrases.length === 0) return [];
  const byFirst = new Map<string, string[][]>();
  for (const phrase of phrases) byFirst.set(phrase[0] ?? '', [...(byFirst.get(phrase[0] ?? '') ?? []), phrase]);
  return cues.flatMap((cue) => {
    const words = wordsOf(cue);
    const letters = words.map(({ from, to }) => plain(cue.text.slice(from, to)));
    const found: (TimeSpan & { count: number })[] = [];
    for (let i = 0; i < words.length; i += 1) {
      const phrase = byFirst.get(letters[i] as string)?.find((one) => one.every((word, k) => letters[i + k] === word));
      if (!phrase) continue;
      const last = words[i + phrase.length - 1] as TimeSpan;
      found.push({ startTime: (words[i] as TimeSpan).startTime, endTime: last.endTime, count: phrase.length });
      i += phrase.length - 1;
    }
    const isAll = words.length > 0 && found.reduce((sum, { count }) => sum + count, 0) === words.length;
    return found.flatMap(({ startTime, endTime }) =>
      isStruck({ startTime, endTime }, removed) ? [] : [{ cue, span: { startTime, endTime }, isAll }],
    );
  });
}

/** Cuts filler words out of a video, see findFillers; whole subtitles if they say nothing else. */
export function strikeFillers(video: CutVideo, written: string): CutVideo {
  const found = findFillers(video, written);
  if (found.length === 0) return video;
  const whole = new Set(found.flatMap(({ cue, isAll }) => (isAll ? [cue.id] : [])));
  const timed = new Set(found.flatMap(({ cue, isAll }) => (isAll ? [] : [cue.id])));
  const cues = video.cues.map((cue) => (timed.has(cue.id) ? withWordTimes(cue) : cue));
  const cut = cutOut(
    { cues, removed: video.removed },
    found.map(({ span }) => span),
  );
  return whole.size > 0 ? strikeCues(cut, whole) : cut;
}

/** Returns a word without case, punctuation and repeated letters. */
function plain(word: string): string {
  return word
    .toLowerCase()
    .normalize('NFC')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '')
    .replace(/(.)\1+/gu, '$1');
}
