/** How a page finds users' font files by their addresses in projects. */
export const fontFiles = {
  /**
   * Returns the URL of a file; undefined if it is missing. Pages with local files set it; otherwise the first media pool
   * of the page does.
   */
  addressOf: undefined as ((url: string) => string | undefined) | undefined,
  /** Prepares a file before its URL is requested; pages with other storage replace it. */
  bring: async (_: string): Promise<unknown> => undefined,
};
