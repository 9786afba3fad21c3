import { proxy } from 'valtio/vanilla';
import type { Project } from '../../engine/project/project.ts';
import type { Tool } from '../../engine/tools/tool.ts';
import { copyNoted } from '../components/copyNoted.ts';
import { saveBlob } from '../components/saveFile.ts';
import { downloadName } from '../components/titles.ts';
import { filesToSend } from '../media/filesToSend.ts';
import { entryOf, localUrlOf } from '../media/mediaTable.ts';
import { fileNameOf } from '../media/references.ts';
import { showError, showFailure, showNote } from '../state/notices.ts';
import { stoppable } from '../state/stoppable.ts';
import { rendererChoice } from '../studio/stage/rendererChoice.ts';
import { bodyOf } from './compileDraft.ts';
import { draftOf, resetAllDrafts } from './drafts.ts';
import { mediaOf } from './storedDrafts.ts';

/** How far the making of a file in this browser is. */
export const making = proxy({
  isRunning: false,
  /** 0 to 1, and what is being done, in words. */
  ratio: 0,
  text: '',
});

let ending: AbortController | undefined;

/** Opens what a tool makes in the Studio. */
export function openDraftInStudio(project: Project): Promise<void> {
  return saying(async () => {
    const { openInStudio } = await import('../projects/openInStudio.ts');
    await openInStudio(project);
  });
}

/** Saves what a tool makes as one file, its media included. Says what could not be put in. */
export function saveDraft(project: Project): Promise<void> {
  return saying(async () => {
    const { exportProjectFile } = await import('../projects/projectFile.ts');
    const { blob, fileName, missing } = await exportProjectFile(project);
    saveBlob(fileName, blob);
    if (missing.length > 0) showNote(`Not in the file, because it is no longer there: ${missing.join(', ')}.`);
  });
}

/** Copies the command that makes what a tool's page shows; files are named as they are called on this device. */
export function copyAsCommand(tool: Tool): Promise<void> {
  return saying(async () => {
    const { asCommand } = await import('../../engine/tools/asCommand.ts');
    const draft = draftOf(tool);
    const where = mediaOf(draft).length > 0 ? ', and put its files there' : '';
    await copyNoted(
      asCommand(tool, bodyOf(tool, draft, nameOf)),
      `The command is copied. Run it in the folder of Cutroom${where}.`,
    );
  });
}

/** Copies the requests that make what a tool's page shows; files of this device are sent first. */
export function copyAsCurl(tool: Tool): Promise<void> {
  return saying(async () => {
    const { asCurl } = await import('../../engine/tools/asCurl.ts');
    const draft = draftOf(tool);
    const files = filesToSend(mediaOf(draft));
    const where = files.length > 0 ? ' Run it in the folder of its files, which are sent first.' : '';
    await copyNoted(asCurl(bodyOf(tool, draft), location.origin, files), `The request is copied.${where}`);
  });
}

/** Does something, and says what goes wrong. */
function saying(work: () => Promise<void>): Promise<void> {
  return work().catch(showFailure);
}

/** Returns every tool to its beginning, with a way back for as long as the note stands there. */
export function resetAllTools(): void {
  const undo = resetAllDrafts();
  showNote('All tools are as they were at first.', { action: { label: 'Undo', run: undo } });
}

function nameOf(url: string): string {
  return entryOf(url)?.name ?? fileNameOf(url);
}

/** Makes the file of a project in this browser and saves it. Nothing while one is being made. */
export async function makeHere(project: Project): Promise<void> {
  if (making.isRunning) return;
  ending = new AbortController();
  const { signal } = ending;
  Object.assign(making, { isRunning: true, ratio: 0, text: 'Starting' });
  addEventListener('beforeunload', askBeforeLeaving);
  try {
    const blob = await make(project, signal);
    saveBlob(downloadName({ name: project.name ?? null, mime: blob.type }), blob);
    showNote('The file is made and saved.');
  } catch (error) {
    if (!signal.aborted) showError(error instanceof Error ? error.message : undefined);
  } finally {
    removeEventListener('beforeunload', askBeforeLeaving);
    making.isRunning = false;
  }
}

/** Stops what is being made; nothing stays of it. */
export function stopMaking(): void {
  ending?.abort(new DOMException('Stopped.', 'AbortError'));
}

async function make(project: Project, signal: AbortSignal): Promise<Blob> {
  const parts = Promise.all([
    import('../../engine/browser/export/canExport.ts'),
    import('../../engine/browser/export/exportProject.ts'),
    import('../studio/state/fitTexts.ts'),
  ]);
  const [{ canExport }, { exportProject }, { withFittedTexts }] = await stoppable(parts, signal);
  const why = await stoppable(canExport(project), signal);
  if (why) throw new Error(why);
  const fitted = await stoppable(withFittedTexts(project), signal);
  const onProgress = (progress: { ratio: number; text: string }) => Object.assign(making, progress);
  const { blob } = await exportProject(fitted, { urlOf: localUrlOf, mode: rendererChoice(), signal, onProgress });
  return blob;
}

/** The browser asks whether the page is to be left: what is being made would be lost. */
function askBeforeLeaving(event: Event): void {
  event.preventDefault();
}
