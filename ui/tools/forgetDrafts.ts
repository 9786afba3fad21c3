import { newHistory } from '../../engine/edit/history.ts';
import type { Tool } from '../../engine/tools/tool.ts';
import { draftOf, endStep, put, without, works } from './drafts.ts';

/**
 * Removes the files and settings of every tool.
 * @returns a function that restores them, except for tools that have been used again since.
 */
export function resetAllDrafts(): () => void {
  endStep();
  const before = Object.entries(works);
  for (const [id] of before) delete works[id];
  return () => {
    for (const [id, work] of before) works[id] ??= work;
  };
}

/** Removes missing files from a draft and clears its undo history. */
export function forgetSources({ id }: Pick<Tool, 'id'>, missing: readonly string[]): void {
  const { beside, ...draft } = draftOf({ id });
  const sources = draft.sources.filter(({ url }) => !missing.includes(url));
  const stays = beside !== undefined && !missing.includes(beside.url);
  const { watermarkImg: mark } = draft.settings;
  const settings =
    typeof mark === 'string' && missing.includes(mark) ? without(draft.settings, ['watermarkImg']) : draft.settings;
  put(id, newHistory({ ...draft, sources, settings, ...(stays ? { beside } : {}) }));
}
