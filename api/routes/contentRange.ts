/**
 * What a request for an upload carries: the whole file; a chunk from `first` to `last` (if undefined, as long as its
 * body); or a query for the received bytes. `total`: size of the file in bytes, if known.
 */
export type SentRange =
  | { kind: 'whole' }
  | { kind: 'chunk'; first: number; last: number | undefined; total: number | undefined }
  | { kind: 'query'; total: number | undefined };

const form = /^bytes (?:(\d{1,15})-(\d{1,15}|\*)|\*)\/(\d{1,15}|\*)$/;

/** Parses the Content-Range header of a request. @returns undefined if it is invalid. */
export function readContentRange(header: string | undefined): SentRange | undefined {
  if (header === undefined) return { kind: 'whole' };
  const found = form.exec(header.trim());
  if (!found) return undefined;
  const [first, last, total] = found.slice(1).map((text) => (text === undefined || text === '*' ? undefined : +text));
  if (first === undefined) return { kind: 'query', total };
  if (last !== undefined && last < first) return undefined;
  if (total !== undefined && (last ?? first) >= total) return undefined;
  return { kind: 'chunk', first, last, total };
}
