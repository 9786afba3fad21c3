import { useSnapshot } from 'valtio';
import { messages } from '../../engine/project/messages.ts';
import type { MediaEntry } from './mediaEntry.ts';
import { mediaTable } from './mediaTable.ts';
import { cancelWork } from './serverWork.ts';
import { isBeingMade } from './stills.ts';
import { retryUpload } from './uploads.ts';

/** How far a file has traveled to the server, and what is done with it there; where it was refused, why, and a way to try again; where one waits, a way to cancel. @param rest said when there is nothing to say of that. */
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

/** What the words about an upload depend on. */
export type Traveling = Pick<MediaEntry, 'state' | 'sent' | 'size' | 'type'>;

/**
 * The text that tells how far uploads are: one text for all of them.
 * @param measuring how many files are being looked at before they are taken in.
 * @returns '' when nothing goes on.
 */
export function uploadWords(files: readonly Traveling[], measuring = 0): string {
  const traveling = files.filter(({ state }) => state === 'uploading');
  if (traveling.length === 0 && files.some(({ state }) => state === 'elsewhere')) return messages.uploadElsewhere;
  if (traveling.length === 0) return measuring > 0 ? messages.uploadBegins : '';
  const sum = (of: (file: Traveling) => number) => traveling.reduce((total, file) => total + of(file), 0);
  const [sent, size] = [sum((file) => Math.min(file.sent, file.size)), sum((file) => file.size)];
  if (sent === 0) return messages.uploadSends;
  // A few bytes of hundreds of megabytes missing are not all yet.
  if (sent < size) return messages.uploadPercent.replace('{n}', String(Math.min(99, Math.round((100 * sent) / size))));
  return traveling.every(({ type }) => type === 'image/gif') ? messages.uploadGif : messages.uploadProcesses;
}
