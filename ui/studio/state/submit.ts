import { proxy } from 'valtio/vanilla';
import { navigate } from 'wouter/use-browser-location';
import { canvasSize } from '../../../engine/layout/canvasSize.ts';
import { mapMediaUrls, mediaReferences } from '../../../engine/project/media.ts';
import type { Project } from '../../../engine/project/project.ts';
import { lengthProblems } from '../../../engine/timeline/lengthProblems.ts';
import { showError, showFailure } from '../../state/notices.ts';
import { getClient, isApiError } from '../../state/server.ts';
import { requestVideo } from '../../state/videos.ts';
import { ensureUploaded } from '../store/uploads.ts';
import { hasContent, studio } from './studio.ts';

/** How far the way from DONE to the video's page is. */
export const submission = proxy({
  step: 'idle' as 'idle' | 'checking' | 'uploading' | 'creating',
  /** Bytes of media. */
  sent: 0,
  total: 0,
});

let sending: AbortController | undefined;

/**
 * What DONE does (studio spec §2, §5): checks, sends the media that the server does not have, asks for the video and
 * goes to its page. Nothing without content. What goes wrong is shown; the project stays as it is.
 */
export async function submit(): Promise<void> {
  const { project } = studio;
  if (submission.step !== 'idle' || !hasContent(project, studio.showCanvas)) return;
  const [problem] = lengthProblems(project);
  if (problem) return showError(problem.message);
  sending = new AbortController();
  const { signal } = sending;
  try {
    submission.step = 'checking';
    const { withFittedTexts } = await import('./fitTexts.ts');
    const fitted = await withFittedTexts(project);
    submission.step = 'uploading';
    const body = { isStudio: true, ...(await withServerMedia(fitted, signal)) };
    submission.step = 'creating';
    navigate(`/videos/${await create(body, fitted, signal)}`, { state: { ...canvasSize(project), from: 'studio' } });
  } catch (error) {
    if (!signal.aborted) await fail(error);
  } finally {
    Object.assign(submission, { step: 'idle', sent: 0, total: 0 });
  }
}

/** Stops what DONE began. What was sent already stays on the server and is not sent again. */
export function stopSubmitting(): void {
  sending?.abort();
}

async function withServerMedia(project: Project, signal: AbortSignal): Promise<Project> {
  const urls = [...new Set(mediaReferences(project).map(({ url }) => url))];
  const onProgress = (sent: number, total: number) => Object.assign(submission, { sent, total });
  const addresses = await ensureUploaded(urls, { signal, onProgress });
  return mapMediaUrls(project, (url) => addresses.get(url) ?? url);
}

async function create(body: Record<string, unknown>, project: Project, signal: AbortSignal): Promise<string> {
  const video = await requestVideo(body, project, signal);
  // The work starts by itself; the trigger is the protocol's, and harmless (studio spec §7).
  void (await getClient()).triggerLambda(video).catch(() => undefined);
  return video._id;
}

/**
 * The service's own sentence is shown where a person can act on it, and while the service is away the work stays in
 * sight; anything unexpected leads home (studio spec §2).
 */
async function fail(error: unknown): Promise<void> {
  if (isApiError(error)) showError(error.problems[0]?.message ?? error.message);
  else {
    showFailure(error);
    if (await answers()) navigate('/');
  }
}

async function answers(): Promise<boolean> {
  try {
    await (await getClient()).health();
    return true;
  } catch {
    return false;
  }
}
