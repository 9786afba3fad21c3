/**
 * Files that the server derives from an upload: a light video, a filmstrip, audio peaks, and an image or audio file for
 * browsers that do not support the format of the upload.
 */
export const derivedKinds = ['proxy', 'strip', 'peaks', 'picture', 'sound'] as const;

/** One of them. */
export type DerivedKind = (typeof derivedKinds)[number];

/** A kind as it is stored: that of one audio track has the track's number, from 1, behind it. */
export type StoredKind = DerivedKind | `${'sound' | 'peaks'} ${number}`;

/**
 * Layout of a filmstrip's JPEG: 64 frames of equal size, row by row. The first shows the start of the video, the others
 * follow at equal distances. Their number is a power of two.
 */
export const stripGrid = { columns: 8, rows: 8 } as const;

/** The path that everything of an upload is read below; undefined for what is none. @param readUrl its path on the server. */
export function uploadOf(readUrl: string): string | undefined {
  return /^\/api\/v1\/uploads\/[0-9a-f]{32}(?=\/)/.exec(readUrl)?.[0];
}

/**
 * Returns the URL of a derivation.
 * @param readUrl path of the upload on the server; undefined is returned for other URLs. @param track audio track, from
 * 1; default: the file's own.
 */
export function derivedAddress(readUrl: string, kind: DerivedKind, track?: number): string | undefined {
  const upload = uploadOf(readUrl);
  return upload && `${upload}/${kind}${track === undefined ? '' : `?track=${track}`}`;
}
