import type { ChosenMedia } from '../../engine/edit/newLayers.ts';
import type { ClipSettings } from '../../engine/tools/clipFields.ts';

/** A file of a draft, with what was chosen for it alone where there are several. */
export interface DraftSource extends ChosenMedia {
  /** Tells it from another one of the same file; absent of the only one. */
  id?: string;
  clip?: Partial<ClipSettings>;
}

/** What somebody is doing with a tool: the files, and the settings that are not as usual. */
export interface Draft {
  readonly sources: readonly DraftSource[];
  /** The one of another kind that a tool takes beside them. */
  readonly beside?: ChosenMedia;
  /** As they were written: a number that is none yet is text. */
  readonly settings: Readonly<Record<string, unknown>>;
}

/** Under which name drafts are stored, as JSON. */
export const DRAFTS_KEY = 'cutroom-tool-drafts';

/**
 * The drafts of an earlier visit, by the tool's id: the newest of any window, or, where that is about other files, what this
 * window did before it was loaded anew.
 */
export function storedDrafts(): Record<string, Draft> {
  try {
    const shared = draftsIn(localStorage.getItem(DRAFTS_KEY));
    const own = Object.entries(draftsIn(sessionStorage.getItem(DRAFTS_KEY)));
    return { ...shared, ...Object.fromEntries(own.filter(([id, draft]) => !haveSameFiles(draft, shared[id]))) };
  } catch {
    return {};
  }
}

/** Under which name those are noted that a window changed before what stores them had come; null: reset. */
const LEFT_KEY = `${DRAFTS_KEY}-left`;

/** Notes for this window what was changed of its drafts, as it is left. @param begun as they were when it came. */
export function leaveDrafts(
  works: Readonly<Record<string, { readonly present: Draft }>>,
  begun: Readonly<Record<string, Draft>>,
): void {
  const ids = [...new Set([...Object.keys(works), ...Object.keys(begun)])];
  const left = ids.flatMap((id) => (works[id]?.present === begun[id] ? [] : [[id, works[id]?.present ?? null]]));
  try {
    if (left.length > 0) sessionStorage.setItem(LEFT_KEY, JSON.stringify(Object.fromEntries(left)));
  } catch {
    // There is no room, or no storage at all.
  }
}

/** Stored drafts with what this window has left unstored, once; the same where there is nothing. */
export function withLeft(stored: Record<string, Draft>): Record<string, Draft> {
  try {
    const text = sessionStorage.getItem(LEFT_KEY);
    if (text === null) return stored;
    sessionStorage.removeItem(LEFT_KEY);
    const isReset = new Set(
      Object.entries(JSON.parse(text) ?? {}).flatMap(([id, draft]) => (draft === null ? [id] : [])),
    );
    const kept = Object.entries(stored).filter(([id]) => !isReset.has(id));
    return { ...Object.fromEntries(kept), ...draftsIn(text) };
  } catch {
    return stored;
  }
}

/** The drafts of a stored text. @throws SyntaxError where it is none. */
export function draftsIn(text: string | null): Record<string, Draft> {
  const value: unknown = JSON.parse(text ?? '{}');
  return Object.fromEntries(Object.entries(value ?? {}).filter(([, draft]) => isDraft(draft)));
}

/** Whether two drafts are work on the same file, or share one of several. Without files each is work of its own. */
export function haveSameFiles({ sources }: Draft, other: Draft | undefined): boolean {
  return other?.sources.some(({ url }) => sources.some((one) => one.url === url)) ?? false;
}

/** Every file of a draft. */
export function filesOf({ sources, beside }: Pick<Draft, 'sources' | 'beside'>): ChosenMedia[] {
  return beside ? [...sources, beside] : [...sources];
}

/** The media references of a draft: those of its files and of its watermark. */
export function mediaOf(draft: Draft): string[] {
  const { watermarkImg } = draft.settings;
  return [...filesOf(draft).map(({ url }) => url), ...(typeof watermarkImg === 'string' ? [watermarkImg] : [])];
}

function isDraft(value: unknown): value is Draft {
  const { sources, beside, settings } = (value ?? {}) as Partial<Draft>;
  const isMedia = (one: unknown) => typeof (one as ChosenMedia | null)?.url === 'string';
  const areMedia = Array.isArray(sources) && sources.every(isMedia) && (beside === undefined || isMedia(beside));
  return areMedia && typeof settings === 'object' && settings !== null;
}

/** Whether nobody has done anything with a tool yet, or everything was taken back. */
export function isUntouched({ sources, beside, settings }: Draft): boolean {
  return sources.length === 0 && beside === undefined && Object.keys(settings).length === 0;
}
