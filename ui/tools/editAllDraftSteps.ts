import { mapHistory } from '../../engine/edit/history.ts';
import type { Tool } from '../../engine/tools/tool.ts';
import { draftHistories, setDraftHistory } from './drafts.ts';
import type { Draft } from './storedDrafts.ts';

/** Changes every undo step of a draft, for facts that undo must not revert. A separate module: few pages need it. */
export function editAllDraftSteps({ id }: Pick<Tool, 'id'>, edit: (draft: Draft) => Draft): void {
  if (draftHistories[id]) setDraftHistory(id, mapHistory(draftHistories[id], edit));
}
