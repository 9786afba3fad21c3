import type { CutVideo } from '../../engine/edit/cueStrikes.ts';
import type { Cue } from '../../engine/project/subtitles.ts';
import type { TimeSpan } from '../../engine/timeline/timeSpans.ts';
import { draftOf, editDraft } from '../tools/drafts.ts';
import type { Draft } from '../tools/storedDrafts.ts';

/** A place to write in: what a draft has before anybody wrote anything. */
const first: readonly Cue[] = [{ id: 'first', text: '', startTime: 0, endTime: 2 }];

const uncut: readonly TimeSpan[] = [];

const known = new WeakMap<object, boolean>();

/** The subtitles of a draft. */
export function cuesOf({ settings }: Pick<Draft, 'settings'>): readonly Cue[] {
  const { subtitles } = settings;
  return areCues(subtitles) ? subtitles : first;
}

/** Changes the subtitles of a tool's draft. @param step see editDraft. @returns the list as it is then. */
export function changeDraftCues(
  tool: { id: string },
  edit: (cues: readonly Cue[]) => readonly Cue[],
  step?: string,
): readonly Cue[] {
  editDraft(
    tool,
    (draft) => {
      const before = cuesOf(draft);
      const after = edit(before);
      // An edit makes subtitles of subtitles: thousands need not be looked at again for each letter.
      known.set(after, true);
      return after === before ? draft : { ...draft, settings: { ...draft.settings, subtitles: after } };
    },
    step,
  );
  return cuesOf(draftOf(tool));
}

/** What is cut out of the video of a draft, seconds of its source. */
export function removedOf({ settings }: Pick<Draft, 'settings'>): readonly TimeSpan[] {
  const { removedSpans } = settings;
  return areSpans(removedSpans) ? removedSpans : uncut;
}

/** Changes the subtitles of a tool's draft with what is cut out of its video, as one step of undo. */
export function changeDraftCuts(tool: { id: string }, edit: (video: CutVideo) => CutVideo): void {
  editDraft(tool, (draft) => {
    const before = { cues: cuesOf(draft), removed: removedOf(draft) };
    const { cues, removed } = edit(before);
    if (cues === before.cues && removed === before.removed) return draft;
    const { removedSpans: _, ...settings } = draft.settings;
    const words = cues === before.cues ? {} : { subtitles: cues };
    return { ...draft, settings: { ...settings, ...words, ...(removed.length > 0 ? { removedSpans: removed } : {}) } };
  });
}

/** A draft may come from another version of the page. */
function areCues(value: unknown): value is readonly Cue[] {
  return isListOf(value, isCue);
}

function areSpans(value: unknown): value is readonly TimeSpan[] {
  return isListOf(value, isSpan);
}

function isListOf(value: unknown, isOne: (value: unknown) => boolean): boolean {
  if (!Array.isArray(value)) return false;
  const checked = known.get(value) ?? value.every(isOne);
  known.set(value, checked);
  return checked;
}

function isSpan(value: unknown): boolean {
  const { startTime, endTime } = (value ?? {}) as Partial<TimeSpan>;
  return [startTime, endTime].every(Number.isFinite);
}

function isCue(value: unknown): boolean {
  const { id, text } = (value ?? {}) as Partial<Cue>;
  return [id, text].every((one) => typeof one === 'string') && isSpan(value);
}
