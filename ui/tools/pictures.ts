/** URLs of the images of tools and samples, by name. Empty here: the build renders the images and fills this in. */
export const pictures: Readonly<Record<string, string>> = {};
