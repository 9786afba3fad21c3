import { proxy, ref } from 'valtio/vanilla';
import type { ExportResult } from '../../../engine/browser/export/exportProject.ts';
import type { Project } from '../../../engine/project/project.ts';
import { downloadName } from '../../components/titles.ts';
import type { Kept } from '../../state/kept.ts';
import { showError, showNote } from '../../state/notices.ts';
import { rendererChoice } from '../stage/rendererChoice.ts';
import { localUrlOf } from '../store/mediaTable.ts';
import { exportHere, pathOf } from './go.ts';
import { patiently } from './parts.ts';
import { studio } from './studio.ts';

/** A file that this browser has made. */
export interface MadeFile {
  blob: Blob;
  /** Address of the file inside the page. */
  url: string;
  name: string;
  width: number;
  height: number;
  /** Seconds; 0 for a still. */
  duration: number;
  /** What it was made of. */
  project: Project;
}

/** How far the export in this browser is. It goes on while its sheet is closed. */
export const making = proxy({
  step: 'idle' as 'idle' | 'running' | 'done' | 'failed',
  /** 0 to 1, and what is being done, in words. */
  ratio: 0,
  text: '',
  /** Why it came to nothing, in words. */
  error: '',
  made: null as Kept<MadeFile> | null,
});

let ending: AbortController | undefined;

/** Makes the open project's file in this browser. Nothing while one is being made. */
export async function makeHere(): Promise<void> {
  if (making.step === 'running') return;
  letGo();
  ending = new AbortController();
  const { signal } = ending;
  const { project } = studio;
  Object.assign(making, { step: 'running', ratio: 0, text: 'Starting', error: '' });
  addEventListener('beforeunload', askBeforeLeaving);
  try {
    const stopped = stopOf(signal);
    // Nobody waits for it later.
    stopped.catch(() => {});
    const parts = Promise.all([
      patiently(() => import('../../../engine/browser/export/exportProject.ts')),
      patiently(() => import('./fitTexts.ts')),
    ]);
    const [{ exportProject }, { withFittedTexts }] = await Promise.race([parts, stopped]);
    const fitted = await withFittedTexts(project);
    signal.throwIfAborted();
    const result = await exportProject(fitted, {
      urlOf: localUrlOf,
      mode: rendererChoice(),
      signal,
      onProgress: (progress) => Object.assign(making, progress),
    });
    finish(result, project);
  } catch (error) {
    if (signal.aborted) Object.assign(making, { step: 'idle', ratio: 0, text: '' });
    else fail(error);
  } finally {
    removeEventListener('beforeunload', askBeforeLeaving);
  }
}

/** Fails when it is stopped. */
function stopOf(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

/** The browser asks whether the page is to be left: what is being made would be lost. */
function askBeforeLeaving(event: Event): void {
  event.preventDefault();
}

/** Stops what is being made; nothing is kept of it. */
export function stopMaking(): void {
  ending?.abort(new DOMException('Stopped.', 'AbortError'));
}

/** Why this browser cannot make the file of a project, in a sentence; '' when it can. */
export async function whyNotHere(project: Project): Promise<string> {
  const { canExport } = await patiently(() => import('../../../engine/browser/export/canExport.ts'));
  return (await canExport(project)) ?? '';
}

/** Lets go of the file that was made before. */
export function letGo(): void {
  if (making.made) URL.revokeObjectURL(making.made.url);
  Object.assign(making, { step: 'idle', made: null, error: '' });
}

function finish({ blob, ...facts }: ExportResult, project: Project): void {
  const name = downloadName({ name: project.name ?? null, mime: blob.type });
  making.made = ref({ blob, url: URL.createObjectURL(blob), name, ...facts, project });
  making.step = 'done';
  if (!isInSight()) showNote('The file that this browser made is ready.', { action: toSheet });
}

function fail(error: unknown): void {
  const message = error instanceof Error ? error.message : '';
  Object.assign(making, { step: 'failed', error: message || 'This browser could not make the file.' });
  if (!isInSight()) showError(making.error, toSheet);
}

const toSheet = { label: 'Show', run: exportHere };

function isInSight(): boolean {
  return location.pathname === pathOf('export');
}
