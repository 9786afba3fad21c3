/** Screens of the subtitles page, by their paths below it. */
export const subtitleScreens = {
  transcribe: 'Auto-generate subtitles',
  fonts: 'Fonts',
  'text-color': 'Text color',
  'text-background-color': 'Text background',
  'highlight-color': 'Highlight color',
  'video-background-color': 'Video background',
  shortcuts: 'Keyboard shortcuts',
} as const;

/** Name of such a screen: the end of its path. */
export type SubtitleScreen = keyof typeof subtitleScreens;
