import type { ChosenMedia } from '../../engine/edit/newLayers.ts';
import type { ClipSettings } from '../../engine/tools/clipFields.ts';
import { ownName } from '../state/owner.ts';

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
export const DRAFTS_KEY = ownName('cutroom-tool-drafts');

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
