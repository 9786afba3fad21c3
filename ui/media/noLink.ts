/** Said of pasted text that is no link. */
export const NO_LINK = 'This is not a link. Paste an address such as https://example.org/video.mp4.';
