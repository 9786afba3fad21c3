import * as z from 'zod';
import { silencesWithoutSpeech } from '../edit/cueCuts.ts';
import { seconds } from '../project/fields.ts';
import { MAX_SCENES, MIN_CUSTOM_SECONDS } from '../project/limits.ts';
import { messages } from '../project/messages.ts';
import type { Parsed } from '../project/parse.ts';
import { problem } from '../project/problems.ts';
import type { Cue } from '../project/subtitles.ts';
import { silenceDefaults, silencesOf } from '../timeline/silences.ts';
import { remainingSpans, type TimeSpan } from '../timeline/timeSpans.ts';
import { field } from './field.ts';
import type { SourceMedia } from './tool.ts';

/** Most spans in a request. */
const MAX_SPANS = 5000;

/** Settings for cutting spans out of a video, such as pauses between speech. */
export const cutFields = {
  removedSpans: z
    .array(z.object({ startTime: seconds, endTime: seconds }))
    .max(MAX_SPANS)
    .default([])
    .describe('parts of the video that are cut out, each with startTime and endTime, seconds of the video'),
  removeSilences: field(z.boolean().default(false), {
    title: 'Remove silences',
    description: 'cuts silent parts; words with known times stay',
  }),
  silenceThreshold: field(z.number().min(-48).max(0).default(silenceDefaults.threshold), {
    title: 'Silent below',
    description: 'loudest peak of a silence, in dBFS',
    onlyWith: 'removeSilences',
  }),
  silenceLength: field(z.number().min(0.1).max(60).default(silenceDefaults.shortest), {
    title: 'Shortest silence',
    description: 'shortest silence',
    unit: 's',
    onlyWith: 'removeSilences',
  }),
  silencePadding: field(z.number().min(0).max(10).default(silenceDefaults.padding), {
    title: 'Silence to leave',
    description: 'silence to leave before and after speech',
    unit: 's',
    onlyWith: 'removeSilences',
  }),
};

/** Cut settings, as parsed. */
export type CutSettings = z.output<z.ZodObject<typeof cutFields>>;

/**
 * Returns what remains of a source, in order, each part at least 0.1 s long; a single part if nothing is cut out.
 * @returns a problem if nothing remains, there are too many parts, or silences of a file without audio should be
 * removed.
 */
export function partsLeft(chosen: CutSettings, source: SourceMedia, cues: readonly Cue[]): Parsed<TimeSpan[]> {
  const { removedSpans, removeSilences } = chosen;
  if (removeSilences && !source.hasAudio) return refused('removeSilences', messages.soundMissing);
  const silences = removeSilences ? sparedSilences(source, chosen, cues) : [];
  // Only the longest silences, if there are more than a project can have cuts.
  const longest = silences
    .toSorted((a, b) => b.endTime - b.startTime - (a.endTime - a.startTime))
    .slice(0, Math.max(0, MAX_SCENES - 1 - removedSpans.length));
  const kept = remainingSpans([...removedSpans, ...longest], source.duration, MIN_CUSTOM_SECONDS);
  if (kept.length === 0) return refused(removeSilences ? 'removeSilences' : 'removedSpans', messages.nothingLeft);
  return kept.length > MAX_SCENES ? refused('removedSpans', messages.tooManyParts) : { ok: true, value: kept };
}

function sparedSilences({ peaks, duration }: SourceMedia, chosen: CutSettings, cues: readonly Cue[]): TimeSpan[] {
  const { silenceThreshold: threshold, silenceLength: shortest, silencePadding: padding } = chosen;
  return peaks
    ? silencesWithoutSpeech(silencesOf(peaks, duration, { threshold, shortest, padding }), cues, { padding, shortest })
    : [];
}

function refused(field: keyof CutSettings, message: string): Parsed<never> {
  return { ok: false, problems: [problem('settings.invalid', [field], message)] };
}
