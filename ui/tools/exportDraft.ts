import { stoppable } from '../../engine/browser/stoppable.ts';
import type { Project } from '../../engine/project/project.ts';
import type { Tool } from '../../engine/tools/tool.ts';
import { compileDraft } from '../client/drafts/compileDraft.ts';
import { localUrlOf } from '../client/media/mediaTable.ts';
import { showError, showNote } from '../client/page/notices.ts';
import { saveBlob } from '../client/page/saveFile.ts';
import { downloadName } from '../kit/words.ts';
import { rendererChoice } from '../player/rendererChoice.ts';
import { catalogue } from './catalogue.data.ts';
import { beginDraftExport, draftExport, endDraftExport } from './draftExport.ts';
import { draftOf } from './drafts.ts';

/** Exports a tool's draft in the browser and saves the file, one at a time. Does nothing if the draft has problems. */
export async function exportDraft(tool: Tool): Promise<void> {
  if (draftExport.toolId) return showNote(`${titleOf(draftExport.toolId)} is still creating a file in this browser.`);
  const compiled = compileDraft(tool, draftOf(tool));
  if (!compiled.ok) return;
  const signal = beginDraftExport(tool.id);
  try {
    const blob = await make(compiled.value, signal);
    saveBlob(downloadName({ name: compiled.value.name ?? null, mime: blob.type }), blob);
    showNote('File created and saved.');
  } catch (error) {
    if (!signal.aborted) showError(error instanceof Error ? error.message : undefined);
  } finally {
    endDraftExport();
  }
}

function titleOf(id: string): string {
  return `“${catalogue.find((tool) => tool.id === id)?.title ?? id}”`;
}

async function make(project: Project, signal: AbortSignal): Promise<Blob> {
  const parts = Promise.all([
    import('../../engine/browser/export/canExport.ts'),
    import('../../engine/browser/export/exportVideo.ts'),
    import('../../engine/browser/fitTexts.ts'),
    import('../client/media/whyTracksNotHere.ts'),
  ]);
  const [{ canExport }, { exportVideo }, { withFittedTexts }, { whyTracksNotHere }] = await stoppable(parts, signal);
  const why = (await stoppable(canExport(project), signal)) ?? (await stoppable(whyTracksNotHere(project), signal));
  if (why) throw new Error(why);
  const fitted = await stoppable(withFittedTexts(project), signal);
  const onProgress = (progress: { ratio: number; text: string }) => Object.assign(draftExport, progress);
  const { blob } = await exportVideo(fitted, { urlOf: localUrlOf, mode: rendererChoice(), signal, onProgress });
  return blob;
}
