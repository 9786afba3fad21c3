/** Prefix of uploads from before contents were shared: one folder per upload. */
export const UPLOADS = 'uploads/';
/** Prefix of uploaded contents, each stored once; names start with their hash. */
export const CONTENTS = 'contents/';
/** Prefix of derivations: one folder per content. */
export const DERIVED = 'derived/';
/** Prefix of unfinished uploads in shared storage: one folder per upload. */
export const INCOMING = 'incoming/';
/** Prefix of results: one folder per video. */
export const VIDEOS = 'videos/';

/** Prefix of the shared cache of encoded segments. */
export const SEGMENTS = 'segments/';

/** Prefix of markers of the databases that use the storage: one object each. */
export const DATABASES = 'databases/';

/** Returns the key of a content. @param file our name of it. */
export function contentKey(file: string): string {
  return CONTENTS + file;
}

/** Returns the key of a derivation. @param hash SHA-256 of its content. @param file our name of it. */
export function derivedKey(hash: string, file: string): string {
  return `${DERIVED}${hash}/${file}`;
}

/** Returns the key of a file that belongs to a single upload. @param file our name of it. */
export function uploadKey(id: string, file: string): string {
  return `${UPLOADS}${checkedId(id)}/${file}`;
}

/** Returns the key prefix of an unfinished upload's pieces. */
export function incomingPrefix(id: string): string {
  return `${INCOMING}${checkedId(id)}/`;
}

/** Returns the key prefix of a video's results. */
export function videoPrefix(id: string): string {
  return `${VIDEOS}${checkedId(id)}/`;
}

/** Returns the key of a result or poster. @param file our name of it, which starts with the attempt. */
export function videoKey(id: string, file: string): string {
  return videoPrefix(id) + file;
}

const part = '[A-Za-z0-9_-][A-Za-z0-9._-]*';
const keyPattern = new RegExp(`^${part}(/${part})*$`);

/**
 * Whether a string is a valid key: up to 200 letters, digits, dashes, underscores and dots, in segments that do not
 * start with a dot.
 */
export function isKey(text: string): boolean {
  return text.length <= 200 && keyPattern.test(text);
}

/**
 * Returns a valid key. Last line of defense against keys that lead out of the storage's folder. @throws Error if it is
 * invalid.
 */
export function checkedKey(key: string): string {
  if (!isKey(key)) throw new Error('Not a key.');
  return key;
}

/** Returns a valid id. @throws Error if it is invalid. */
export function checkedId(id: string): string {
  if (!/^[0-9a-f]{32}$/.test(id)) throw new Error('Not an id.');
  return id;
}
