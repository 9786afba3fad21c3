/** How a page finds font files of people's own, by the addresses that projects have for them. */
export const fontFiles = {
  /** Where one can be loaded from; undefined for a file that is not there. A page that has files of its own says otherwise. */
  addressOf: (url: string): string | undefined => url,
  /** Brings one into the page before its address is asked for; a page that keeps files elsewhere says how. */
  bring: async (_: string): Promise<unknown> => undefined,
};
