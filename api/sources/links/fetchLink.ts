import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { MAX_SOURCE_SECONDS, MAX_UPLOAD_BYTES } from '../../../engine/project/limits.ts';
import { messages } from '../../../engine/project/messages.ts';
import { formatUnsupported } from '../../../engine/project/pastedUrl.ts';
import type { UploadRow } from '../../db/tables.ts';
import { fail, isFailure, type ServiceError } from '../../system/serviceError.ts';
import { inSpan } from '../../telemetry/spans.ts';
import { contentOf, peek } from './linkContent.ts';
import { noContent } from './linkMessages.ts';
import { type Asking, bytesOf, type OpenedLink, openLink } from './openLink.ts';
import { mediaOfPage, type PageMedia } from './pageMedia.ts';

/** Bytes of a page to read: its metadata is at the start. */
const MAX_PAGE_BYTES = 2_000_000;
/** Most URLs of a page that are tried. */
const MAX_TRIES = 3;

/** The stored media of a link. */
export interface FetchedLink {
  media: UploadRow;
  /** Audio of a silent video, if it is a separate file. */
  sound?: UploadRow | undefined;
}

/** What fetching a link needs. */
export interface Fetching extends Asking {
  /** Stores bytes as they arrive. @param length declared bytes. @throws ServiceError if they are not media. */
  store(bytes: AsyncIterable<Uint8Array>, url: URL, length: number | undefined): Promise<UploadRow>;
  /** Deletes a stored file. */
  discard(media: UploadRow): Promise<void>;
}

/** Fetches the media of a link: a file, or what a page shows. @throws ServiceError */
export async function fetchLink(url: URL, fetching: Fetching): Promise<FetchedLink> {
  const found = await fetchMedia(url, fetching);
  if ('row' in found) return { media: found.row };
  const { page, url: base } = found;
  const refused = page.videos.length === 0 ? whyNoVideo(page) : undefined;
  if (refused) throw refused;
  if ((page.duration ?? 0) > MAX_SOURCE_SECONDS) throw fail('link', messages.sourceTooLong);
  const at = { ...fetching, headers: { ...fetching.headers, referer: base.origin } };
  const media = await fetchFirst(
    [page.videos, page.sounds, page.pictures].find((urls) => urls.length > 0) ?? [],
    base,
    at,
  );
  const isSilent = media.facts?.kind === 'video' && !media.facts.hasAudio;
  if (!isSilent || page.sounds.length === 0) return { media };
  // A video without audio is better than none.
  const sound = await fetchFirst(page.sounds, base, at).catch(async (error) => {
    if (isFailure(error, 'link')) return undefined;
    await fetching.discard(media);
    throw error;
  });
  return { media, sound };
}

/** Fetches a single file, such as a video's audio. @throws ServiceError also for a page. */
export async function fetchFile(url: URL, fetching: Fetching): Promise<UploadRow> {
  const found = await fetchMedia(url, fetching);
  if (!('row' in found)) throw noContent();
  return found.row;
}

/** Fetches the first of several URLs that leads to a file. @throws ServiceError of the last one. */
async function fetchFirst(urls: readonly string[], base: URL, fetching: Fetching): Promise<UploadRow> {
  let refused: ServiceError | undefined;
  for (const text of urls.slice(0, MAX_TRIES)) {
    try {
      return await fetchFile(fetching.doors.read(text, base), fetching);
    } catch (error) {
      if (!isFailure(error, 'link')) throw error;
      refused = error;
    }
  }
  throw refused ?? noContent();
}

function fetchMedia(url: URL, fetching: Fetching): Promise<Fetched> {
  const facts = { 'http.request.method': 'GET' };
  return inSpan({ name: 'GET', kind: 'client', facts }, () => fetchOnce(url, fetching));
}

type Fetched = { row: UploadRow } | { page: PageMedia; url: URL };

async function fetchOnce(url: URL, fetching: Fetching): Promise<Fetched> {
  const opened = await openLink(url, fetching);
  const bytes = bytesOf(opened, fetching);
  try {
    return await saveBytes(opened, bytes, fetching);
  } finally {
    // Also if nothing was read.
    await bytes.return(undefined);
    opened.body.destroy();
  }
}

async function saveBytes(opened: OpenedLink, bytes: AsyncGenerator<Buffer>, fetching: Fetching) {
  const { url, type, coding, length } = opened;
  if ((length ?? 0) > MAX_UPLOAD_BYTES) throw fail('link', messages.uploadTooLarge);
  const plain = decoded(bytes, coding);
  const { head, all } = await peek(plain);
  const content = contentOf(head, type, url.pathname);
  if (content.kind === 'playlist') throw fail('link', formatUnsupported(content.mime));
  if (content.kind === 'page') return { page: mediaOfPage(await textOf(all)), url };
  // Media are already compressed; a compressed transfer may be a decompression bomb.
  if (coding !== '') throw noContent();
  const row = await fetching.store(all, url, length);
  const { kind, duration = 0 } = row.facts ?? {};
  // The specification limits videos only; of long audio, tools use a part.
  if (duration <= MAX_SOURCE_SECONDS || kind !== 'video') return { row };
  await fetching.discard(row);
  throw fail('link', messages.sourceTooLong);
}

/** Decodes gzip, which some servers send although it was not requested. @throws ServiceError for other encodings. */
function decoded(bytes: AsyncGenerator<Buffer>, coding: string): AsyncGenerator<Buffer> {
  if (coding === '') return bytes;
  if (coding !== 'gzip' && coding !== 'x-gzip') throw noContent();
  return unpacked(bytes);
}

async function* unpacked(bytes: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  const gunzip = createGunzip();
  // The consumer gets the error.
  pipeline(Readable.from(bytes), gunzip, () => undefined);
  try {
    yield* gunzip as AsyncIterable<Buffer>;
  } catch (error) {
    throw isFailure(error, 'link') ? error : noContent();
  } finally {
    gunzip.destroy();
  }
}

/** Reads the start of a page as text. */
async function textOf(bytes: AsyncGenerator<Buffer>): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let received = 0;
  for await (const piece of bytes) {
    received += piece.byteLength;
    text += decoder.decode(piece, { stream: true });
    if (received >= MAX_PAGE_BYTES) break;
  }
  return text;
}

/** Rejects a page with an unavailable video: its preview image alone is not what the user wants. */
function whyNoVideo({ playlist, hasPlayer, sounds }: PageMedia): ServiceError | undefined {
  if (playlist) return fail('link', formatUnsupported(playlist));
  return hasPlayer && sounds.length === 0 ? noContent() : undefined;
}
