import type { Project } from '../../engine/project/project.ts';
import type { Tool } from '../../engine/tools/tool.ts';
import { saveBlob } from '../components/saveFile.ts';
import { downloadName } from '../components/titles.ts';
import { whyTracksNotHere } from '../media/audioTracks.ts';
import { localUrlOf } from '../media/mediaTable.ts';
import { showError, showNote } from '../state/notices.ts';
import { stoppable } from '../state/stoppable.ts';
import { rendererChoice } from '../studio/stage/rendererChoice.ts';
import { catalogue } from './catalogue.data.ts';
import { compileDraft } from './compileDraft.ts';
import { draftOf } from './drafts.ts';
import { beginMaking, endMaking, making } from './making.ts';

/** Makes the file of a tool's draft in this browser and saves it, one at a time. Nothing where something is missing. */
export async function makeHere(tool: Tool): Promise<void> {
  if (making.toolId) return showNote(`${titleOf(making.toolId)} is still making a file in this browser.`);
  const compiled = compileDraft(tool, draftOf(tool));
  if (!compiled.ok) return;
  const signal = beginMaking(tool.id);
  try {
    const blob = await make(compiled.value, signal);
    saveBlob(downloadName({ name: compiled.value.name ?? null, mime: blob.type }), blob);
    showNote('The file is made and saved.');
  } catch (error) {
    if (!signal.aborted) showError(error instanceof Error ? error.message : undefined);
  } finally {
    endMaking();
  }
}

function titleOf(id: string): string {
  return `“${catalogue.find((tool) => tool.id === id)?.title ?? id}”`;
}

async function make(project: Project, signal: AbortSignal): Promise<Blob> {
  const parts = Promise.all([
    import('../../engine/browser/export/canExport.ts'),
    import('../../engine/browser/export/exportVideo.ts'),
    import('../studio/state/fitTexts.ts'),
  ]);
  const [{ canExport }, { exportVideo }, { withFittedTexts }] = await stoppable(parts, signal);
  const why = (await stoppable(canExport(project), signal)) ?? (await stoppable(whyTracksNotHere(project), signal));
  if (why) throw new Error(why);
  const fitted = await stoppable(withFittedTexts(project), signal);
  const onProgress = (progress: { ratio: number; text: string }) => Object.assign(making, progress);
  const { blob } = await exportVideo(fitted, { urlOf: localUrlOf, mode: rendererChoice(), signal, onProgress });
  return blob;
}
