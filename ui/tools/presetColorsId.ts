/** Id of the list of preset colours, on the page of every tool. */
export const PRESET_COLORS = 'preset-colors';
