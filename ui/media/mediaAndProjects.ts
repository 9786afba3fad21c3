/** Accepted files of the Studio's upload screens, as in an input's accept attribute. */
export const MEDIA_AND_PROJECTS = 'image/*,video/*,audio/*,.zip,.json';
