import { newHistory } from '../../engine/edit/history.ts';
import type { Tool } from '../../engine/tools/tool.ts';
import { draftHistories, draftOf, endStep, omitSettings, setDraftHistory } from './drafts.ts';

/**
 * Removes the files and settings of every tool.
 * @returns a function that restores them, except for tools that have been used again since.
 */
export function resetAllDrafts(): () => void {
  endStep();
  const before = Object.entries(draftHistories);
  for (const [id] of before) delete draftHistories[id];
  return () => {
    for (const [id, work] of before) draftHistories[id] ??= work;
  };
}

/** Removes missing files from a draft and clears its undo history. */
export function forgetSources({ id }: Pick<Tool, 'id'>, missing: readonly string[]): void {
  const { beside: extra, ...draft } = draftOf({ id });
  const sources = draft.sources.filter(({ url }) => !missing.includes(url));
  const stays = extra !== undefined && !missing.includes(extra.url);
  const { watermarkImg: mark } = draft.settings;
  const settings =
    typeof mark === 'string' && missing.includes(mark)
      ? omitSettings(draft.settings, ['watermarkImg'])
      : draft.settings;
  setDraftHistory(id, newHistory({ ...draft, sources, settings, ...(stays ? { beside: extra } : {}) }));
}
