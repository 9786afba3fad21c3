/**
 * Addresses of the pictures that tools' pages begin with, by their names: of what the usual settings make, and of
 * templates. Empty here: the build renders and names them.
 */
export const firstPictures: Readonly<Record<string, string>> = {};
