/** Id of the datalist of preset colors, present on every tool's page. */
export const PRESET_COLORS = 'preset-colors';
