import type { ChosenMedia } from '../../../engine/edit/newLayers.ts';
import type { ClipSettings } from '../../../engine/tools/clipFields.ts';
import { ownName } from '../page/owner.ts';

/** A source of a draft, with its own settings if there are several. */
export interface DraftSource extends ChosenMedia {
  /** Distinguishes two uses of the same file; absent if there is only one source. */
  id?: string;
  clip?: Partial<ClipSettings>;
}

/** Work in progress of a tool: its files, and the settings that differ from the defaults. */
export interface Draft {
  readonly sources: readonly DraftSource[];
  /** Extra file of another kind. */
  readonly beside?: ChosenMedia;
  /** Values as typed: an invalid number is text. */
  readonly settings: Readonly<Record<string, unknown>>;
}

/** Storage key of the drafts, as JSON. */
export const DRAFTS_KEY = ownName('cutroom-tool-drafts');

/**
 * Returns the drafts of an earlier visit, by tool id: the newest of any window, or this window's own from before a
 * reload if it is about different files.
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

/** Parses stored drafts. @throws SyntaxError if the text is not JSON. */
export function draftsIn(text: string | null): Record<string, Draft> {
  const value: unknown = JSON.parse(text ?? '{}');
  return Object.fromEntries(Object.entries(value ?? {}).filter(([, draft]) => isDraft(draft)));
}

/** Returns whether two drafts share a file. Drafts without files share none. */
export function haveSameFiles({ sources }: Draft, other: Draft | undefined): boolean {
  return other?.sources.some(({ url }) => sources.some((one) => one.url === url)) ?? false;
}

/** Returns every file of a draft. */
export function filesOf({ sources, beside: extra }: Pick<Draft, 'sources' | 'beside'>): ChosenMedia[] {
  return extra ? [...sources, extra] : [...sources];
}

/** Returns the media references of a draft: its files and its watermark. */
export function mediaOf(draft: Draft): string[] {
  const { watermarkImg } = draft.settings;
  return [...filesOf(draft).map(({ url }) => url), ...(typeof watermarkImg === 'string' ? [watermarkImg] : [])];
}

function isDraft(value: unknown): value is Draft {
  const { sources, beside: extra, settings } = (value ?? {}) as Partial<Draft>;
  const isMedia = (one: unknown) => typeof (one as ChosenMedia | null)?.url === 'string';
  const areMedia = Array.isArray(sources) && sources.every(isMedia) && (extra === undefined || isMedia(extra));
  return areMedia && typeof settings === 'object' && settings !== null;
}

/** Returns whether a draft has no files and only default settings. */
export function isUntouched({ sources, beside: extra, settings }: Draft): boolean {
  return sources.length === 0 && extra === undefined && Object.keys(settings).length === 0;
}

/** Returns the media references of all drafts, including those of this window only, so that their files stay. */
export function draftMedia(): string[] {
  return (['localStorage', 'sessionStorage'] as const).flatMap((place) => {
    try {
      return Object.values(draftsIn(globalThis[place].getItem(DRAFTS_KEY))).flatMap(mediaOf);
    } catch {
      return [];
    }
  });
}
