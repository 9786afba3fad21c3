/** What lies below this was uploaded before contents were shared: a folder for each upload. */
export const UPLOADS = 'uploads/';
/** What lies below this was uploaded, each content once, under names that begin with their hash. */
export const CONTENTS = 'contents/';
/** What lies below this was made of contents: a folder for each. */
export const DERIVED = 'derived/';
/** What lies below this is being uploaded to a store that machines share: a folder for each upload. */
export const INCOMING = 'incoming/';
/** What lies below this was rendered: a folder for each video. */
export const VIDEOS = 'videos/';

/** What lies below this are encoded segments that any machine may take; all of it can be made again. */
export const SEGMENTS = 'segments/';

/** What lies below this names the databases that use the store: an object for each. */
export const DATABASES = 'databases/';

/** Key of a content. @param file its name, ours. */
export function contentKey(file: string): string {
  return CONTENTS + file;
}

/** Key of what was made of a content. @param hash its SHA-256. @param file name, ours. */
export function derivedKey(hash: string, file: string): string {
  return `${DERIVED}${hash}/${file}`;
}

/** Key of a file that one upload has to itself. @param file its name, ours. */
export function uploadKey(id: string, file: string): string {
  return `${UPLOADS}${checkedId(id)}/${file}`;
}

/** What the keys of all begin with that came of an upload which is under way. */
export function incomingPrefix(id: string): string {
  return `${INCOMING}${checkedId(id)}/`;
}

/** What the keys of all that was rendered of a video begin with. */
export function videoPrefix(id: string): string {
  return `${VIDEOS}${checkedId(id)}/`;
}

/** Key of a result or a poster. @param file its name, ours: it begins with the attempt that made it. */
export function videoKey(id: string, file: string): string {
  return videoPrefix(id) + file;
}

const part = '[A-Za-z0-9_-][A-Za-z0-9._-]*';
const keyPattern = new RegExp(`^${part}(/${part})*$`);

/** Whether a text may be a key: up to 200 letters, digits, dashes, underscores and dots, in parts that begin with no dot. */
export function isKey(text: string): boolean {
  return text.length <= 200 && keyPattern.test(text);
}

/** A last wall: whatever goes wrong before, no key leads out of the store's folder. @throws Error for what is no key. */
export function checkedKey(key: string): string {
  if (!isKey(key)) throw new Error('Not a key.');
  return key;
}

/** @throws Error for what is no id. */
export function checkedId(id: string): string {
  if (!/^[0-9a-f]{32}$/.test(id)) throw new Error('Not an id.');
  return id;
}
