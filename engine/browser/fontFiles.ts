/** How a page finds users' font files by their addresses in projects. */
export const fontFiles = {
  /** Returns the URL of a file; undefined if it is missing. Pages with local files replace it. */
  addressOf: (url: string): string | undefined => url,
  /** Prepares a file before its URL is requested; pages with other storage replace it. */
  bring: async (_: string): Promise<unknown> => undefined,
};
