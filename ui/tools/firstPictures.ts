/**
 * URLs of the first images of tool pages, by name: renders of the default settings, and templates. Empty here: the
 * build renders the images and fills this in.
 */
export const firstPictures: Readonly<Record<string, string>> = {};
