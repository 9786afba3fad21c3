import { CONVERSION_POLL_MS } from '../../../api/contract/conversion.ts';
import { ApiError } from '../../../api/contract/errors.ts';
import { pathOf } from '../../../api/contract/http.ts';
import type { VideoLayer } from '../../../engine/project/layers.ts';
import { messages } from '../../../engine/project/messages.ts';
import type { Project } from '../../../engine/project/project.ts';
import { showFailure } from '../page/notices.ts';
import { getClient } from '../page/server.ts';
import { beginWork, endWork, entryOf, mediaTable } from './mediaTable.ts';
import { isOfOtherSite } from './references.ts';

/** Pending conversions, by media reference of the GIF. */
const running = new Map<string, AbortController>();
/** GIFs that failed or were canceled, which are not requested again. */
const tried = new Set<string>();

/**
 * Requests videos of a project's GIFs once they are uploaded, and displays those instead. Renders still use the GIF.
 * Cancels a conversion when its GIF leaves the project.
 */
export function requestGifVideos(project: Project): void {
  const layers = project.scenes.flatMap((scene) => scene.layers);
  const gifs = layers.filter((layer) => layer.type === 'video').filter(({ converted_gif }) => converted_gif);
  for (const [url, ending] of running) {
    if (gifs.some((gif) => gif.url === url)) continue;
    ending.abort();
    forget(url);
  }
  for (const gif of gifs) void showVideo(gif);
}

async function showVideo({ url, source }: VideoLayer): Promise<void> {
  const resource = serverAddressOf(url);
  if (resource === undefined || running.has(url) || tried.has(url)) return;
  const ending = beginWork(url);
  running.set(url, ending);
  mediaTable.busy[url] = messages.uploadGif;
  try {
    const type = source === 'pastedLink' ? source : 'blob';
    mediaTable.shownFrom[url] = await videoOf({ resource, type }, ending.signal);
    tried.add(url);
  } catch (error) {
    // A conversion canceled by a person is not requested again; one whose GIF left the project is, once the GIF is
    // back.
    if (ending.signal.aborted && running.get(url) === ending) tried.add(url);
    if (isAbort(error)) return;
    tried.add(url);
    showFailure(error);
  } finally {
    endWork(url, ending);
    if (running.get(url) === ending) forget(url);
  }
}

function forget(url: string): void {
  running.delete(url);
  delete mediaTable.busy[url];
}

function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}

/** Returns the server URL of a GIF; undefined until it is uploaded. */
function serverAddressOf(url: string): string | undefined {
  if (isOfOtherSite(url)) return mediaTable.shownFrom[url];
  return url.startsWith('media/') ? entryOf(url)?.readUrl : url;
}

/** @throws ApiError if the conversion fails; the signal's reason if aborted, which cancels the conversion. */
async function videoOf(body: { resource: string; type: 'blob' | 'pastedLink' }, signal: AbortSignal): Promise<string> {
  const client = await getClient();
  // Not aborted by the signal: without its id, a conversion could not be canceled.
  const id = await client.createConversion(body);
  const cancel = () => void client.cancelConversion(id).catch(() => undefined);
  if (signal.aborted) cancel();
  else signal.addEventListener('abort', cancel, { once: true });
  for (;;) {
    signal.throwIfAborted();
    const { status, output_url } = await client.getConversion(id, { signal });
    if (status === 'COMPLETE' && output_url !== null) return pathOf(output_url);
    // Canceled by this page, which has just requested the GIF again.
    if (status === 'CANCELLED') throw new DOMException('Canceled.', 'AbortError');
    if (status !== 'PENDING' && status !== 'RUNNING')
      throw new ApiError(422, 'conversion', messages.gifConversionFailed);
    await new Promise((resolve) => setTimeout(resolve, CONVERSION_POLL_MS));
  }
}
