import { proxy } from 'valtio/vanilla';
import { withFittedTexts } from '../../../engine/browser/fitTexts.ts';
import { findLayer } from '../../../engine/edit/find.ts';
import { replaceFile } from '../../../engine/edit/replaceFile.ts';
import { mapMediaUrls, type UsedMedia, usedMedia } from '../../../engine/project/media.ts';
import { messages } from '../../../engine/project/messages.ts';
import type { Project } from '../../../engine/project/project.ts';
import { studioBody } from '../../../engine/timeline/studioBody.ts';
import { submitProblems } from '../../../engine/timeline/submitProblems.ts';
import { entryOf } from '../../client/media/mediaTable.ts';
import { fileNameOf } from '../../client/media/references.ts';
import { showError } from '../../client/page/notices.ts';
import { owner } from '../../client/page/owner.ts';
import { addToBatch, type BatchWork } from '../../client/renders/batch.ts';
import { fileWork } from '../../client/renders/fileWork.ts';
import { mediaUrlsOf } from '../../client/renders/sendProject.ts';
import { studio } from '../state/studio.ts';

/** State of the screen. */
export const many = proxy({
  /** URL of the file to replace; '' until one is chosen. */
  chosen: '',
});

/** A file of a project that others can replace. */
export interface ReplacedFile extends Pick<UsedMedia, 'url' | 'kind'> {
  /** Its name on this device. */
  name: string;
}

/**
 * The files of a project without duplicates, in reading order. Excludes the watermark, which belongs to the project.
 */
export function filesOfProject(project: Project): ReplacedFile[] {
  const files = usedMedia(project).filter(({ uses }) => uses.some(({ path: [first] }) => first !== 'watermarkImg'));
  return files.map(({ url, kind }) => ({ url, kind, name: entryOf(url)?.name ?? fileNameOf(url) }));
}

/** The file to replace: the chosen one, else that of the selected layer, else of the first video, else the first. */
export function meantFile(project: Project, selectedLayerId: string | null, chosen: string): ReplacedFile | undefined {
  const found = filesOfProject(project);
  const selected = selectedLayerId === null ? undefined : findLayer(project, selectedLayerId)?.layer;
  const named = (url: string) => found.find((file) => file.url === url);
  const own = selected && 'url' in selected ? named(selected.url) : undefined;
  return named(chosen) ?? own ?? found.find(({ kind }) => kind === 'video') ?? found[0];
}

/** Shown for files dropped on a project without a file to replace. */
const NO_FILE = 'This project has no file to replace. Add a video, an image or audio first.';

/** Adds dropped files to the batch of the open project. */
export function addDropped(files: readonly File[]): void {
  const { project, projectId, selectedLayerId } = studio;
  if (meantFile(project, selectedLayerId, many.chosen)) addToBatch(batchIdOf(projectId), files);
  else showError(NO_FILE);
}

const accepts = { video: 'video/*,image/gif', image: 'image/*', audio: 'audio/*,video/*' };
const checks = { video: {}, image: { imagesOnly: true }, audio: { audio: true } };

/** Accepted file types as replacement, in the syntax of an input's accept attribute. */
export function acceptOfFile({ kind }: ReplacedFile): string {
  return accepts[kind];
}

/** Id of a project's batch. */
export function batchIdOf(projectId: string): string {
  return `project ${projectId}`;
}

/** Batch work on the current project: replaces one file everywhere with each of several files. */
export function workOf(project: Project, projectId: string, file: ReplacedFile): BatchWork {
  return fileWork({
    id: batchIdOf(projectId),
    check: checks[file.kind],
    async make(media, name) {
      const replaced = replaceFile(project, file.url, media);
      if (!replaced.ok) return replaced.problems[0]?.message ?? messages.unknown;
      const named = { ...replaced.value, name: name.replace(/(?<=.)\.\w{1,5}$/, '') };
      const [problem] = submitProblems(named);
      if (problem) return problem.message;
      const fitted = await withFittedTexts(named);
      return { urls: mediaUrlsOf(fitted), body: (address) => studioBody(mapMediaUrls(fitted, address), owner) };
    },
  });
}
