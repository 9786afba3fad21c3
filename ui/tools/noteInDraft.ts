import { mapHistory } from '../../engine/edit/history.ts';
import type { Tool } from '../../engine/tools/tool.ts';
import { put, works } from './drafts.ts';
import type { Draft } from './storedDrafts.ts';

/** Changes a draft in all of its steps, as when something is noted that no undo takes back. Apart, because few pages need it. */
export function noteInDraft({ id }: Pick<Tool, 'id'>, edit: (draft: Draft) => Draft): void {
  if (works[id]) put(id, mapHistory(works[id], edit));
}
