/** How a page finds font files of people's own, by the addresses that projects have for them. */
export const fontFiles = {
  /** Where one can be loaded from; undefined for a file that is not there. A page that has files of its own says otherwise. */
  addressOf: (url: string): string | undefined => url,
};
