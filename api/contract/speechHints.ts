/** What a person should know of what recognizes speech; the pages put it into their language. */
export const speechHints = {
  modest: 'English only, and of modest quality: read the subtitles through.',
  english: 'This model supports only English.',
};
