import { writeZip, type ZipFile } from '../../engine/browser/zip/writeZip.ts';
import { cutToBytes, withoutIllegal } from '../../engine/project/fileName.ts';
import { showNote } from '../client/page/notices.ts';
import { saveBlob } from '../client/page/saveFile.ts';
import type { BatchItem } from '../client/renders/batch.ts';
import { countInWords, downloadName } from '../kit/words.ts';

/** Maximum size of a zip in bytes; more results go into another one. Some programs cannot read zips beyond 4 GB. */
const MOST_BYTES = 2_000_000_000;

/**
 * Saves the results of a list as one zip, or as several if they are large. Omits and reports results that are no longer
 * on the server.
 * @param name of the zip, without extension. @param onPacked reports how many results are read.
 */
export async function saveBatch(
  name: string,
  items: readonly BatchItem[],
  onPacked: (count: number) => void,
): Promise<void> {
  const names = new Set<string>();
  const lost: string[] = [];
  let [results, bytes, zips]: [ZipFile[], number, number] = [[], 0, 0];
  const flush = async () => {
    if (results.length === 0) return;
    zips += 1;
    saveBlob(`${name}${zips > 1 ? ` ${zips}` : ''}.zip`, await writeZip(results));
    [results, bytes] = [[], 0];
  };
  for (const [index, { video, name: source }] of items.entries()) {
    const blob = video?.url ? await resultOf(video.url) : undefined;
    if (!video || !blob) lost.push(source);
    else {
      if (bytes + blob.size > MOST_BYTES) await flush();
      bytes += blob.size;
      results.push({ name: unusedName(names, nameOf(video)), blob, compress: false });
    }
    onPacked(index + 1);
  }
  await flush();
  if (lost.length > 0) showNote(lostWords(lost));
}

/** @returns the file; undefined if it was deleted. @throws TypeError if it cannot be read now. */
async function resultOf(url: string): Promise<Blob | undefined> {
  const answer = await fetch(url);
  if (answer.status === 404) return undefined;
  if (!answer.ok) throw new TypeError(`${url} answered ${answer.status}.`);
  return answer.blob();
}

function lostWords(names: readonly string[]): string {
  const [first = ''] = names;
  const what = names.length === 1 ? `“${first}”` : countInWords(names.length, 'file');
  return `The result of ${what} is no longer on the server and was skipped.`;
}

/** Maximum length of a name without extension, in bytes; leaves room for a number. */
const MOST_NAME_BYTES = 200;

/** Names a result after its file, with all its characters: stripping to letters would make many names equal. */
function nameOf(video: NonNullable<BatchItem['video']>): string {
  const usual = downloadName(video);
  const stem = cutToBytes(withoutIllegal(video.name ?? '').trim(), MOST_NAME_BYTES).trim();
  return stem === '' ? usual : stem + usual.slice(usual.lastIndexOf('.'));
}

/** Makes a name unique, ignoring case and Unicode normalization, as many file systems do. */
function unusedName(names: Set<string>, preferred: string): string {
  const [stem = '', ending = ''] = preferred.split(/(\.\w+)$/);
  const keyOf = (name: string) => name.normalize('NFC').toLowerCase();
  let name = preferred;
  for (let number = 2; names.has(keyOf(name)); number += 1) name = `${stem} ${number}${ending}`;
  names.add(keyOf(name));
  return name;
}
