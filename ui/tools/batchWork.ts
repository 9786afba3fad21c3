import { writtenBody } from '../../engine/tools/requestBody.ts';
import type { Tool } from '../../engine/tools/tool.ts';
import { addToBatch, type BatchWork, openBatch } from '../batch/batch.ts';
import { fileWork } from '../batch/fileWork.ts';
import { compileDraft, wholeBodyOf } from './compileDraft.ts';
import { draftOf } from './drafts.ts';
import { mediaOf } from './storedDrafts.ts';

/** Shows the list of files to which the settings of a tool's page are applied, with these added. */
export function applyToMany(tool: Tool, files: readonly File[]): void {
  openBatch(tool.id, true);
  addToBatch(tool.id, files);
}

/** What a tool makes of a file with the settings as they are now: what is changed on the page later does not count. */
export function workOf(tool: Tool): BatchWork {
  const { settings, beside } = draftOf(tool);
  const isForSound = tool.inputs.kinds.length === 1 && tool.inputs.kinds[0] === 'audio';
  return fileWork({
    id: tool.id,
    check: isForSound ? { audio: true } : {},
    async make(media) {
      const draft = { settings, sources: [media], ...(beside ? { beside } : {}) };
      const compiled = compileDraft(tool, draft);
      if (!compiled.ok) return compiled.problems[0]?.message ?? '';
      return {
        urls: mediaOf(draft),
        body: (address) => writtenBody(tool, wholeBodyOf(tool, draft, address)),
      };
    },
  });
}
