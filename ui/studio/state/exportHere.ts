import { proxy, ref } from 'valtio/vanilla';
import { UNNAMED } from '../../../api/contract/unnamed.ts';
import type { ExportResult } from '../../../engine/browser/export/exportVideo.ts';
import { stoppable } from '../../../engine/browser/stoppable.ts';
import type { Project } from '../../../engine/project/project.ts';
import { loadWithRetry } from '../../app/lazyPart.ts';
import { place } from '../../app/place.ts';
import { localUrlOf } from '../../client/media/mediaTable.ts';
import { whyTracksNotHere } from '../../client/media/whyTracksNotHere.ts';
import { showError, showNote } from '../../client/page/notices.ts';
import type { Unproxied } from '../../client/page/unproxied.ts';
import { projectFingerprint } from '../../client/projects/projectFingerprint.ts';
import { downloadName } from '../../kit/words.ts';
import { rendererChoice } from '../../player/rendererChoice.ts';
import { openExport } from './go.ts';
import { studio } from './studio.ts';

/** A file that this browser has exported. */
export interface ExportedFile {
  blob: Blob;
  /** Object URL of the file. */
  url: string;
  name: string;
  width: number;
  height: number;
  /** In seconds; 0 for a still. */
  duration: number;
  /** Fingerprint of the source project, see projectPrint. */
  print: string;
}

/**
 * State of the export in this browser. It continues while its sheet is closed or another project is open. The file
 * remains until the next export starts.
 */
export const exporting = proxy({
  step: 'idle' as 'idle' | 'running' | 'done' | 'failed',
  /** The project being exported: its id in this browser and its name. */
  projectId: '',
  name: '',
  /** Whether code for the export is still loading. */
  isFetching: false,
  /** Progress from 0 to 1, and a description of the current step. */
  ratio: 0,
  text: '',
  /** Error message. */
  error: '',
  made: null as Unproxied<ExportedFile> | null,
});

let ending: AbortController | undefined;

/** Exports the open project in this browser. Does nothing while an export is running. */
export async function exportHere(): Promise<void> {
  if (exporting.step === 'running') return;
  letGo();
  ending = new AbortController();
  const { signal } = ending;
  const { project, projectId } = studio;
  const name = project.name || UNNAMED;
  Object.assign(exporting, { step: 'running', projectId, name, isFetching: true, ratio: 0, text: 'Starting' });
  addEventListener('beforeunload', askBeforeLeaving);
  try {
    finish(await make(project, signal), project);
  } catch (error) {
    if (signal.aborted) Object.assign(exporting, { step: 'idle', ratio: 0, text: '' });
    else fail(error);
  } finally {
    removeEventListener('beforeunload', askBeforeLeaving);
  }
}

async function make(project: Project, signal: AbortSignal): Promise<ExportResult> {
  const parts = Promise.all([
    loadWithRetry(() => import('../../../engine/browser/export/exportVideo.ts')),
    loadWithRetry(() => import('./deferred.ts')),
  ]);
  const [{ exportVideo }, { withFittedTexts }] = await stoppable(parts, signal);
  exporting.isFetching = false;
  return exportVideo(await stoppable(withFittedTexts(project), signal), {
    urlOf: localUrlOf,
    mode: rendererChoice(),
    signal,
    onProgress: (progress) => Object.assign(exporting, progress),
  });
}

/** Asks for confirmation before the page unloads, since a running export would be lost. */
function askBeforeLeaving(event: Event): void {
  event.preventDefault();
}

/** Cancels the export and discards its data. */
export function cancelExport(): void {
  ending?.abort(new DOMException('Stopped.', 'AbortError'));
}

/** Why this browser cannot export a project, as a sentence; '' if it can. */
export async function whyNotExportable(project: Project): Promise<string> {
  const { canExport } = await loadWithRetry(() => import('../../../engine/browser/export/canExport.ts'));
  return (await canExport(project)) ?? (await whyTracksNotHere(project));
}

/** Discards the created file, so that the sheet shows the settings again. Does nothing while an export is running. */
export function dropMade(): void {
  if (exporting.step !== 'running') letGo();
}

/** Releases the previous file. */
function letGo(): void {
  if (exporting.made) URL.revokeObjectURL(exporting.made.url);
  Object.assign(exporting, { step: 'idle', made: null, error: '' });
}

function finish({ blob, ...facts }: ExportResult, project: Project): void {
  const name = downloadName({ name: project.name ?? null, mime: blob.type });
  exporting.made = ref({ blob, url: URL.createObjectURL(blob), name, ...facts, print: projectFingerprint(project) });
  exporting.step = 'done';
  if (!isInSight()) showNote(`The file for “${exporting.name}” is ready.`, { action: toSheet });
}

function fail(error: unknown): void {
  const message = error instanceof Error ? error.message : '';
  Object.assign(exporting, { step: 'failed', error: message || 'This browser could not create the file.' });
  // The sheet shows only the open project.
  if (exporting.projectId !== studio.projectId)
    showError(`The file for “${exporting.name}” was not created. ${exporting.error}`);
  else if (!isInSight()) showError(exporting.error, toSheet);
}

const toSheet = { label: 'Show', run: openExport };

function isInSight(): boolean {
  return place.screen === 'export';
}
