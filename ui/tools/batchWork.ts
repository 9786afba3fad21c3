import { writtenBody } from '../../engine/tools/requestBody.ts';
import type { Tool } from '../../engine/tools/tool.ts';
import { bodyWithDefaults, compileDraft } from '../client/drafts/compileDraft.ts';
import { mediaOf } from '../client/drafts/storedDrafts.ts';
import { addToBatch, type BatchWork, openBatch } from '../client/renders/batch.ts';
import { fileWork } from '../client/renders/fileWork.ts';
import { draftOf } from './drafts.ts';

/** Opens the batch panel of a tool and adds files to it. */
export function applyToMany(tool: Tool, files: readonly File[]): void {
  openBatch(tool.id, true);
  addToBatch(tool.id, files);
}

/** Returns the work for one file with the current settings. Later changes on the page do not affect it. */
export function workOf(tool: Tool): BatchWork {
  const { settings, beside: extra } = draftOf(tool);
  const isForSound = tool.inputs.kinds.length === 1 && tool.inputs.kinds[0] === 'audio';
  return fileWork({
    id: tool.id,
    check: isForSound ? { audio: true } : {},
    async make(media) {
      const draft = { settings, sources: [media], ...(extra ? { beside: extra } : {}) };
      const compiled = compileDraft(tool, draft);
      if (!compiled.ok) return compiled.problems[0]?.message ?? '';
      return {
        urls: mediaOf(draft),
        body: (address) => writtenBody(tool, bodyWithDefaults(tool, draft, address)),
      };
    },
  });
}
