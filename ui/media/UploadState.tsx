import { useSnapshot } from 'valtio';
import { messages } from '../../engine/project/messages.ts';
import type { MediaEntry } from '../client/media/mediaEntry.ts';
import { cancelWork, mediaTable } from '../client/media/mediaTable.ts';
import { isBeingMade } from '../client/media/stills.ts';
import { retryUpload } from '../client/media/uploads.ts';

/**
 * Upload and processing state of a file: why it failed, with a Retry button, or a Cancel button while one waits. @param
 * rest shown when there is no state to show.
 */
export function UploadState({ url, rest = '' }: { url: string; rest?: string }) {
  const { byUrl, busy, proxies } = useSnapshot(mediaTable);
  const entry = byUrl[url];
  if (entry?.state !== 'failed') {
    const words = entry && uploadWords([entry]);
    // In an element, which puts it into the language of the page.
    if (words || (busy[url] === undefined && !isBeingMade(proxies[url]))) return <>{words || rest}</>;
    return (
      <>
        {busy[url] ?? rest}{' '}
        <button type="button" className="text-button" onClick={() => cancelWork(url)}>
          Cancel
        </button>
      </>
    );
  }
  return (
    <>
      {entry.refusal ?? messages.uploadFailed}{' '}
      <button type="button" className="text-button" onClick={() => retryUpload(url)}>
        Try again
      </button>
    </>
  );
}

/** Fields that the description of an upload depends on. */
export type Traveling = Pick<MediaEntry, 'state' | 'sent' | 'size' | 'type'>;

/**
 * Describes the progress of all uploads in one text.
 * @param measuring number of files that are measured before the import.
 * @returns '' if nothing is in progress.
 */
export function uploadWords(files: readonly Traveling[], measuring = 0): string {
  const traveling = files.filter(({ state }) => state === 'uploading');
  if (traveling.length === 0 && files.some(({ state }) => state === 'elsewhere')) return messages.uploadElsewhere;
  if (traveling.length === 0) return measuring > 0 ? messages.uploadBegins : '';
  const sum = (of: (file: Traveling) => number) => traveling.reduce((total, file) => total + of(file), 0);
  const [sent, size] = [sum((file) => Math.min(file.sent, file.size)), sum((file) => file.size)];
  if (sent === 0) return messages.uploadSends;
  // Shows at most 99% until every byte is sent.
  if (sent < size) return messages.uploadPercent.replace('{n}', String(Math.min(99, Math.round((100 * sent) / size))));
  return traveling.every(({ type }) => type === 'image/gif') ? messages.uploadGif : messages.uploadProcesses;
}
