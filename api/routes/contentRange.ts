/**
 * What a request for an upload brings: all of the file; a chunk from `first` to `last` (open where that is left out, it
 * is as long as its body); or nothing, it asks how much is held. `total`: bytes of the file, where they are known.
 */
export type SentRange =
  | { kind: 'whole' }
  | { kind: 'chunk'; first: number; last: number | undefined; total: number | undefined }
  | { kind: 'query'; total: number | undefined };

const form = /^bytes (?:(\d{1,15})-(\d{1,15}|\*)|\*)\/(\d{1,15}|\*)$/;

/** Reads the header Content-Range of a request. @returns undefined for what has no meaning. */
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
