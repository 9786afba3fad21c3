import type { CheckOptions } from '../../../api/contract/checkUpload.ts';
import { ApiError } from '../../../api/contract/errors.ts';
import type { ChosenMedia } from '../../../engine/edit/newLayers.ts';
import { messages } from '../../../engine/project/messages.ts';
import { addFile } from './addFile.ts';
import type { LocalMedia } from './mediaEntry.ts';
import type { RejectedFile } from './reportImports.ts';

/**
 * Adds files one after the other. Reports files that are rejected or cannot be displayed, each message once, and
 * continues with the others.
 */
export async function addAll(
  files: readonly File[],
  signal: AbortSignal,
  options: CheckOptions = {},
): Promise<LocalMedia[]> {
  const taken: LocalMedia[] = [];
  const refused: RejectedFile[] = [];
  for (const file of files) {
    if (signal.aborted) break;
    try {
      taken.push(await addFile(file, { ...options, signal }));
    } catch (error) {
      refused.push({ name: file.name, error });
    }
  }
  const isUsual = refused.length === 0 && taken.every(({ shown, showsFirstOnly }) => shown && !showsFirstOnly);
  if (!isUsual && !signal.aborted) {
    const { reportImports } = await import('./reportImports.ts');
    reportImports({ taken, refused, isOne: files.length === 1, audio: options.audio === true });
  }
  return taken;
}

/** Sample video of the service. */
export const SAMPLE_VIDEO = '/samples/media/mountains.mp4';
/** Sample image of the service. */
export const SAMPLE_PICTURE = '/samples/media/lake.jpg';
/** Sample audio of the service. */
export const SAMPLE_SOUND = '/samples/media/music.mp3';

/** Measures a sample; it is not copied. @throws ApiError with a message for the user. */
export async function fetchSample(url: string, signal: AbortSignal): Promise<ChosenMedia> {
  const answer = await fetch(url, { signal }).catch(() => undefined);
  const { measureFile } = await import('../../../engine/browser/media/measureFile.ts');
  const facts = answer?.ok ? await measureFile(await answer.blob()) : undefined;
  signal.throwIfAborted();
  if (facts) return { url, ...facts };
  const { status = 0, ok = false } = answer ?? {};
  throw new ApiError(status, 'unreadable', ok ? messages.uploadUnreadable : messages.uploadFailed);
}
