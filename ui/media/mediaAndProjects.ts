/** What an upload screen of the Studio takes, as in an input's accept. */
export const MEDIA_AND_PROJECTS = 'image/*,video/*,audio/*,.zip,.json';
