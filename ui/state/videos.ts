import { proxy, ref, subscribe } from 'valtio/vanilla';
import { subscribeKey } from 'valtio/vanilla/utils';
import type { VideoRecord } from '../../api/contract/video.ts';
import type { Project } from '../../engine/project/project.ts';
import { noteRenders } from './hadRenders.ts';
import { newIdempotencyKey } from './newIdempotencyKey.ts';
import { showFailure, showNote } from './notices.ts';
import { getClient, isApiError, server } from './server.ts';
import type { Unproxied } from './unproxied.ts';

/** Everything the page knows of renders. Each record is there once, for the list and for its own page. */
export const videos = proxy({
  byId: {} as Record<string, Unproxied<VideoRecord>>,
  /** This session's own, newest first. */
  order: [] as string[],
  /** Deleted here a moment ago; still there until the undo has passed. */
  hidden: {} as Record<string, true>,
  /** Asked for and not there. */
  missing: {} as Record<string, true>,
  /** The projects that were rendered from this page, to show their pictures meanwhile. */
  works: {} as Record<string, Unproxied<Project>>,
  list: 'loading' as 'loading' | 'ready',
  /** Where the next older page of the list begins; null: nothing older. */
  next: null as string | null,
});

const pageLength = 30;
const pollMs = 1500;

/** Reads the newest page of the list. Older records that were read before stay. */
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

/** Reads the next older page of the list. */
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
 * Keeps the list fresh while it is on screen: at once, when the page is looked at again, when DONE of the Studio comes to
 * its end meanwhile, and every 1.5 s while something is being rendered. One request answers for all: an event stream
 * each would use up the connections that a browser grants a server.
 * @returns a function that ends it.
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
 * Follows one render by its event stream until it came to its end, through lost connections and restarts.
 * @returns a function that ends it.
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

/** Whether a render is still on its way. */
export function isBusy(video: Pick<VideoRecord, 'status'>): boolean {
  return video.status === 'queued' || video.status === 'rendering';
}

/** Puts a record into the store. */
function keepVideo(video: VideoRecord): void {
  videos.byId[video._id] = ref(video);
}

/** Keeps a new render's record, and the project that it is made from. */
function keepWork(video: VideoRecord, project: Project): void {
  keepVideo(video);
  videos.works[video._id] = ref(project);
}

/** The same render asked for twice, because an answer got lost, is one render. */
let attempt: { of: string; key: string; body: Record<string, unknown> } | undefined;

/**
 * Asks for a render.
 * @param body of createVideo. @param work the project to show the picture of meanwhile. @returns the new record.
 */
export async function requestVideo(
  body: Record<string, unknown>,
  work: Project,
  signal: AbortSignal,
): Promise<VideoRecord> {
  // When it is sent does not make it another one.
  const wanted = JSON.stringify({ ...body, submittedAt: undefined });
  if (attempt?.of !== wanted) {
    attempt = { of: wanted, key: newIdempotencyKey(), body: { submittedAt: new Date().toISOString(), ...body } };
  }
  const video = await (await getClient()).createVideo(attempt.body, { signal, idempotencyKey: attempt.key });
  attempt = undefined;
  keepWork(video, work);
  return video;
}

/** Stops a render that waits or runs. */
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

/** Takes a finished render away. For as long as the note about it is shown, it can be had back. */
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
