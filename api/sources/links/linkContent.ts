/** Bytes that are inspected to determine the content. */
const HEAD_BYTES = 1024;

/** Kind of an answer by its first bytes; media are validated when complete. */
export type Content = { kind: 'page' } | { kind: 'playlist'; mime: string } | { kind: 'media' };

/** Classifies an answer. @param type its declared media type. @param address its URL. */
export function contentOf(head: Uint8Array, type: string, address = ''): Content {
  const text = Buffer.from(head)
    .toString('latin1')
    .replace(/^\xef\xbb\xbf/, '')
    .trimStart();
  const isText = !head.some((byte) => byte < 9 || (byte > 13 && byte < 27));
  if (/^#EXTM3U/i.test(text)) return { kind: 'playlist', mime: playlistOf(type, '') ?? 'application/x-mpegurl' };
  if (/^(<\?xml[^>]*>\s*)?<MPD[\s>]/.test(text)) return { kind: 'playlist', mime: 'application/dash+xml' };
  const playlist = isText && playlistOf(type, address);
  if (playlist) return { kind: 'playlist', mime: playlist };
  const isMarkup = /^<(!doctype\s+html|html|head|body|meta|title|script|link|!--|div|p\b)/i.test(text);
  const isPage = isMarkup || /^(text\/html|application\/xhtml\+xml)$/.test(type);
  return { kind: isPage && isText ? 'page' : 'media' };
}

/** Returns the media type of a playlist, by declared type or file extension; undefined for other content. */
export function playlistOf(type: string, address: string): string | undefined {
  if (/mpegurl|dash\+xml|vnd\.ms-sstr/.test(type)) return type;
  const [, ending] = /\.(m3u8?|mpd)([?#]|$)/i.exec(address) ?? [];
  if (ending === undefined) return undefined;
  return ending.toLowerCase() === 'mpd' ? 'application/dash+xml' : 'application/x-mpegurl';
}

/** Reads the start of a stream. @returns it, and the complete stream. */
export async function peek(
  source: AsyncGenerator<Buffer>,
  bytes = HEAD_BYTES,
): Promise<{ head: Buffer; all: AsyncGenerator<Buffer> }> {
  const pieces: Buffer[] = [];
  for (let collected = 0; collected < bytes; ) {
    const { value, done } = await source.next();
    if (done) break;
    pieces.push(value);
    collected += value.byteLength;
  }
  return { head: Buffer.concat(pieces).subarray(0, bytes), all: again(pieces, source) };
}

async function* again(pieces: readonly Buffer[], rest: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield* pieces;
    yield* rest;
  } finally {
    // If the consumer stops during the first chunks, the rest must be closed too.
    await rest.return(undefined);
  }
}
