import type { CutVideo } from '../../../engine/edit/cueStrikes.ts';
import type { Cue } from '../../../engine/project/subtitles.ts';
import type { TimeSpan } from '../../../engine/timeline/timeSpans.ts';
import type { Draft } from '../../client/drafts/storedDrafts.ts';
import { draftOf, editDraft } from '../drafts.ts';

/** Initial list of a draft: one empty cue to write in. */
const first: readonly Cue[] = [{ id: 'first', text: '', startTime: 0, endTime: 2 }];

const uncut: readonly TimeSpan[] = [];

const known = new WeakMap<object, boolean>();

/** Returns the cues of a draft. */
export function cuesOf({ settings }: Pick<Draft, 'settings'>): readonly Cue[] {
  const { subtitles } = settings;
  return areCues(subtitles) ? subtitles : first;
}

/** Changes the cues of a tool's draft. @param step see editDraft. @returns the list after the change. */
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
      // Edits return valid cues: validating thousands again on each keystroke would be slow.
      known.set(after, true);
      return after === before ? draft : { ...draft, settings: { ...draft.settings, subtitles: after } };
    },
    step,
  );
  return cuesOf(draftOf(tool));
}

/** Returns the cuts of a draft's video, in seconds of its source. */
export function removedOf({ settings }: Pick<Draft, 'settings'>): readonly TimeSpan[] {
  const { removedSpans } = settings;
  return areSpans(removedSpans) ? removedSpans : uncut;
}

/** Changes cues and cuts of a tool's draft, as one undo step. */
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

/** A stored draft may come from another version of the page. */
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
