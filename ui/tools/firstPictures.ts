/**
 * URLs of the images that tool pages show before a file is chosen, by name. Empty here: the build renders the images and
 * fills this in.
 */
export const firstPictures: Readonly<Record<string, string>> = {};
