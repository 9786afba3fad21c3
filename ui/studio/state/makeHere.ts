import { proxy, ref } from 'valtio/vanilla';
import { UNNAMED } from '../../../api/contract/unnamed.ts';
import type { ExportResult } from '../../../engine/browser/export/exportVideo.ts';
import type { Project } from '../../../engine/project/project.ts';
import { downloadName } from '../../components/titles.ts';
import { whyTracksNotHere } from '../../media/audioTracks.ts';
import { localUrlOf } from '../../media/mediaTable.ts';
import { showError, showNote } from '../../state/notices.ts';
import { place } from '../../state/place.ts';
import { stoppable } from '../../state/stoppable.ts';
import type { Unproxied } from '../../state/unproxied.ts';
import { rendererChoice } from '../stage/rendererChoice.ts';
import { openExport } from './go.ts';
import { patiently } from './lazyPart.ts';
import { projectPrint } from './projectPrint.ts';
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
  /** Of the project that it was made of, see projectPrint. */
  print: string;
}

/**
 * How far the export in this browser is. It goes on while its sheet is closed, and while another project is open; the
 * file stays until the next one is made.
 */
export const making = proxy({
  step: 'idle' as 'idle' | 'running' | 'done' | 'failed',
  /** Of which project it is: under what this browser keeps it, and what it is called. */
  projectId: '',
  name: '',
  /** Whether parts of the page that make it are still to come. */
  isFetching: false,
  /** 0 to 1, and what is being done, in words. */
  ratio: 0,
  text: '',
  /** Why it came to nothing, in words. */
  error: '',
  made: null as Unproxied<MadeFile> | null,
});

let ending: AbortController | undefined;

/** Makes the open project's file in this browser. Nothing while one is being made. */
export async function makeHere(): Promise<void> {
  if (making.step === 'running') return;
  letGo();
  ending = new AbortController();
  const { signal } = ending;
  const { project, projectId } = studio;
  const name = project.name || UNNAMED;
  Object.assign(making, { step: 'running', projectId, name, isFetching: true, ratio: 0, text: 'Starting' });
  addEventListener('beforeunload', askBeforeLeaving);
  try {
    finish(await make(project, signal), project);
  } catch (error) {
    if (signal.aborted) Object.assign(making, { step: 'idle', ratio: 0, text: '' });
    else fail(error);
  } finally {
    removeEventListener('beforeunload', askBeforeLeaving);
  }
}

async function make(project: Project, signal: AbortSignal): Promise<ExportResult> {
  const parts = Promise.all([
    patiently(() => import('../../../engine/browser/export/exportVideo.ts')),
    patiently(() => import('./fitTexts.ts')),
  ]);
  const [{ exportVideo }, { withFittedTexts }] = await stoppable(parts, signal);
  making.isFetching = false;
  return exportVideo(await stoppable(withFittedTexts(project), signal), {
    urlOf: localUrlOf,
    mode: rendererChoice(),
    signal,
    onProgress: (progress) => Object.assign(making, progress),
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
  return (await canExport(project)) ?? (await whyTracksNotHere(project));
}

/** Lets go of the file that was made before. */
function letGo(): void {
  if (making.made) URL.revokeObjectURL(making.made.url);
  Object.assign(making, { step: 'idle', made: null, error: '' });
}

function finish({ blob, ...facts }: ExportResult, project: Project): void {
  const name = downloadName({ name: project.name ?? null, mime: blob.type });
  making.made = ref({ blob, url: URL.createObjectURL(blob), name, ...facts, print: projectPrint(project) });
  making.step = 'done';
  if (!isInSight()) showNote(`The file of “${making.name}” is ready.`, { action: toSheet });
}

function fail(error: unknown): void {
  const message = error instanceof Error ? error.message : '';
  Object.assign(making, { step: 'failed', error: message || 'This browser could not make the file.' });
  // The sheet tells of the open project only.
  if (making.projectId !== studio.projectId) showError(`The file of “${making.name}” was not made. ${making.error}`);
  else if (!isInSight()) showError(making.error, toSheet);
}

const toSheet = { label: 'Show', run: openExport };

function isInSight(): boolean {
  return place.screen === 'export';
}
