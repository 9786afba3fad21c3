/** Notes about speech recognition for users; pages translate them. */
export const speechHints = {
  modest: 'English only, and of modest quality: read the subtitles through.',
  english: 'This model supports only English.',
};
