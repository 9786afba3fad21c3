/** Id of the list of preset colors, on the page of every tool. */
export const PRESET_COLORS = 'preset-colors';
