import type { VideoRecord } from '../../../api/contract/video.ts';
import { withFittedTexts } from '../../../engine/browser/fitTexts.ts';
import { stoppable } from '../../../engine/browser/stoppable.ts';
import { fontReferences, mapMediaUrls, mediaReferences } from '../../../engine/project/media.ts';
import type { Project } from '../../../engine/project/project.ts';
import { studioBody } from '../../../engine/timeline/studioBody.ts';
import { submitProblems } from '../../../engine/timeline/submitProblems.ts';
import { entryOf, restoreEntry } from '../media/mediaTable.ts';
import { fileNameOf, isLink } from '../media/references.ts';
import { ensureUploaded } from '../media/uploads.ts';
import { owner } from '../page/owner.ts';
import { getClient } from '../page/server.ts';
import { locale } from '../page/t.ts';
import { projectFingerprint } from '../projects/projectFingerprint.ts';
import { keepOrigin } from './origins.ts';
import { requestVideo } from './videos.ts';

/** Options of sendProject. */
export interface SendOptions {
  /** The id of the project in this browser. */
  projectId: string;
  signal: AbortSignal;
  /** Bytes of media. */
  onProgress?: (sent: number, total: number) => void;
  /** Called when the media are uploaded and the video is about to be requested. */
  onCreating?: () => void;
}

/**
 * Renders a project on the server: fits its texts, uploads missing media, then creates the video and starts it.
 * Remembers which project the video came from.
 * @throws ApiError with a message for the user.
 */
export async function sendProject(project: Project, options: SendOptions): Promise<VideoRecord> {
  const { projectId, signal, onProgress, onCreating } = options;
  const fitted = await stoppable(withFittedTexts(project), signal);
  const urls = mediaUrlsOf(fitted);
  const addresses = await ensureUploaded(urls, { signal, ...(onProgress ? { onProgress } : {}) });
  const sent = mapMediaUrls(fitted, (url) => addresses.get(url) ?? url);
  onCreating?.();
  // The video's page shows the project meanwhile, and cannot read the Studio's files.
  const video = await requestVideo(studioBody(sent, owner), sent, signal);
  keepOrigin(video._id, { projectId, print: projectFingerprint(project) });
  // The server starts the work by itself. The protocol expects this call, and it does no harm.
  void (await getClient()).triggerLambda(video).catch(() => undefined);
  return video;
}

/** Why a project cannot be sent: its first problem, or its missing files; '' if it can. */
export async function refusalOf(project: Project): Promise<string> {
  return submitProblems(project)[0]?.message ?? (await missingFiles(project));
}

/** A sentence that names the files missing in this browser; '' if there are none. */
async function missingFiles(project: Project): Promise<string> {
  const missing: string[] = [];
  for (const url of mediaUrlsOf(project)) {
    if (!isLink(url) && !(await restoreEntry(url))) missing.push(fileNameOf(url));
  }
  const names = new Intl.ListFormat(locale('en'), { type: 'conjunction' }).format(missing);
  if (missing.length === 0) return '';
  if (missing.length === 1) return `${names} is no longer on this device. Add it again.`;
  return `${missing.length} files are no longer on this device: ${names}. Add them again.`;
}

/** The media references of a project, without duplicates. */
export function mediaUrlsOf(project: Project): string[] {
  const fonts = fontReferences(project).filter(({ url }) => entryOf(url) !== undefined);
  return [...new Set([...mediaReferences(project), ...fonts].map(({ url }) => url))];
}
