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

const KEY = 'cutroom-tool-drafts';

/** The drafts of an earlier visit, by the tool's id. */
export function storedDrafts(): Record<string, Draft> {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    const entries = typeof value === 'object' && value !== null ? Object.entries(value) : [];
    return Object.fromEntries(entries.filter(([, draft]) => isDraft(draft)));
  } catch {
    return {};
  }
}

/** Stores the drafts beyond this page. Without room they last as long as the page. */
export function storeDrafts(drafts: Readonly<Record<string, Draft>>): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(drafts));
  } catch {
    // There is nothing that a person could do about it.
  }
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

/** The media references of all drafts, so that their files stay. */
export function draftMedia(): string[] {
  return Object.values(storedDrafts()).flatMap(mediaOf);
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
