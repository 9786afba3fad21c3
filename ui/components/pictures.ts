/** Addresses of the pictures of tools and samples by their names. Empty here: the build renders and names them. */
export const pictures: Readonly<Record<string, string>> = {};
