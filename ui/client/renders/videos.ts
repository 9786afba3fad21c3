import { proxy, ref, subscribe } from 'valtio/vanilla';
import { subscribeKey } from 'valtio/vanilla/utils';
import type { VideoRecord } from '../../../api/contract/video.ts';
import type { Project } from '../../../engine/project/project.ts';
import { showFailure, showNote } from '../page/notices.ts';
import { getClient, isApiError, newIdempotencyKey, server } from '../page/server.ts';
import { noteRenders } from '../page/storedChoice.ts';
import type { Unproxied } from '../page/unproxied.ts';

/** All renders known to the page. Each record is stored once, for the list and its own page. */
export const videos = proxy({
  byId: {} as Record<string, Unproxied<VideoRecord>>,
  /** Renders of this session, newest first. */
  order: [] as string[],
  /** Deleted just now; retained while the deletion can be undone. */
  hidden: {} as Record<string, true>,
  /** Requested but not found. */
  missing: {} as Record<string, true>,
  /** Projects rendered from this page, to show a preview meanwhile. */
  works: {} as Record<string, Unproxied<Project>>,
  list: 'loading' as 'loading' | 'ready',
  /** Cursor of the next older page of the list; null if there is none. */
  next: null as string | null,
});

const pageLength = 30;
const pollMs = 1500;

/** Loads the newest page of the list. Older records stay. */
export async function refreshVideos(): Promise<void> {
  const page = await (await getClient()).listVideos({
    limit: Math.max(pageLength, Math.min(200, videos.order.length)),
  });
  for (const video of page.videos) keepVideo(video);
  videos.order = page.videos.map((video) => video._id);
  videos.next = page.next;
  videos.list = 'ready';
  noteRenders(page.videos.length > 0);
}

/** Loads the next older page of the list. */
export async function loadOlderVideos(): Promise<void> {
  if (videos.next === null) return;
  try {
    const page = await (await getClient()).listVideos({ limit: pageLength, before: videos.next });
    for (const video of page.videos) keepVideo(video);
    videos.order = [...new Set([...videos.order, ...page.videos.map((video) => video._id)])];
    videos.next = page.next;
  } catch (error) {
    showFailure(error);
  }
}

/**
 * Refreshes the list while it is visible: at once, when the page becomes visible again, when the Studio's DONE
 * finishes, and every 1.5 s while something is rendering. One request covers all renders: an event stream for each
 * would exhaust the browser's connections per server.
 * @returns a function that stops it.
 */
export function watchVideos(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let ended = false;
  const turn = async () => {
    clearTimeout(timer);
    await refreshVideos().catch(() => undefined);
    if (ended) return;
    const busy = videos.list === 'loading' || Object.values(videos.byId).some(isBusy);
    if (busy && document.visibilityState === 'visible') timer = setTimeout(turn, pollMs);
  };
  const look = () => {
    if (document.visibilityState === 'visible') void turn();
  };
  document.addEventListener('visibilitychange', look);
  const unsubscribe = subscribeKey(server, 'reachable', (there) => there && look());
  const unwatch = subscribe(videos.works, () => void turn());
  void turn();
  return () => {
    ended = true;
    clearTimeout(timer);
    unsubscribe();
    unwatch();
    document.removeEventListener('visibilitychange', look);
  };
}

/**
 * Follows one render by its event stream until it finishes, across lost connections and restarts.
 * @returns a function that stops it.
 */
export function watchVideo(id: string): () => void {
  const ending = new AbortController();
  const follow = async () => {
    delete videos.missing[id];
    try {
      for await (const video of (await getClient()).events(id, {
        signal: ending.signal,
        giveUpAfterMs: Number.POSITIVE_INFINITY,
      })) {
        keepVideo(video);
      }
    } catch (error) {
      if (ending.signal.aborted) return;
      if (isApiError(error) && (error.status === 404 || error.status === 400)) videos.missing[id] = true;
      else showFailure(error);
    }
  };
  void follow();
  return () => ending.abort();
}

/** Returns whether a render is queued or running. */
export function isBusy(video: Pick<VideoRecord, 'status'>): boolean {
  return video.status === 'queued' || video.status === 'rendering';
}

/** Stores a record. */
function keepVideo(video: VideoRecord): void {
  videos.byId[video._id] = ref(video);
}

/** Stores the record of a new render and its project. */
function keepWork(video: VideoRecord, project: Project): void {
  keepVideo(video);
  videos.works[video._id] = ref(project);
}

/** Last request: repeating it after a lost response must not create a second render. */
let attempt: { of: string; key: string; body: Record<string, unknown> } | undefined;

/**
 * Requests a render.
 * @param body of createVideo. @param work project to preview meanwhile. @returns the new record.
 */
export async function requestVideo(
  body: Record<string, unknown>,
  work: Project,
  signal: AbortSignal,
): Promise<VideoRecord> {
  // The submission time does not make it a different request.
  const content = JSON.stringify({ ...body, submittedAt: undefined });
  if (attempt?.of !== content) {
    attempt = { of: content, key: newIdempotencyKey(), body: { submittedAt: new Date().toISOString(), ...body } };
  }
  const video = await (await getClient()).createVideo(attempt.body, { signal, idempotencyKey: attempt.key });
  attempt = undefined;
  keepWork(video, work);
  return video;
}

/** Cancels a queued or running render. */
export async function cancelVideo(id: string): Promise<void> {
  try {
    await (await getClient()).deleteVideo(id);
    keepVideo(await (await getClient()).getVideo(id));
  } catch (error) {
    showFailure(error);
  }
}

/** Queues a failed render again. */
export async function retryVideo(id: string): Promise<void> {
  try {
    keepVideo(await (await getClient()).retryVideo(id));
  } catch (error) {
    showFailure(error);
  }
}

/** Deletes a finished render. It can be restored while the note is visible. */
export function removeVideo(id: string): void {
  videos.hidden[id] = true;
  showNote('Render deleted.', {
    action: { label: 'Undo', run: () => delete videos.hidden[id] },
    onGone: () => void deleteForGood(id),
  });
}

async function deleteForGood(id: string): Promise<void> {
  try {
    await (await getClient()).deleteVideo(id);
    videos.order = videos.order.filter((other) => other !== id);
    delete videos.byId[id];
  } catch (error) {
    showFailure(error);
  }
  delete videos.hidden[id];
}
