/** A row of the palette: one hue or gray, from light to dark. */
export interface PaletteRow {
  name: string;
  colors: readonly string[];
}

/** The preset colors (about 80): gray and nine hues in eight steps, of equal lightness across rows. */
export const palette: readonly PaletteRow[] = [
  row('Gray', '#ffffff #e9e9ee #cfd0d8 #a9abb7 #7d808d #5a5d69 #2f3138 #000000'),
  row('Red', '#ffe9e6 #ffc8c3 #ffa098 #f97770 #e9504d #ca3134 #992225 #621516'),
  row('Orange', '#ffeadd #fecbae #fba773 #f18336 #d76900 #b15500 #853e00 #562600'),
  row('Yellow', '#fff4db #ffe9b5 #ffda7d #fdc500 #e2b000 #bc9200 #896a00 #5a4400'),
  row('Green', '#e2f4e3 #b9e5be #86d391 #51bf68 #00a943 #008b36 #006826 #004215'),
  row('Teal', '#d9f6f1 #a3e7dd #4cd7c8 #00beaf #00a295 #00857a #00635b #003f39'),
  row('Blue', '#dff1ff #b1deff #76c7ff #19affe #0095db #007bb5 #005b88 #003958'),
  row('Indigo', '#e9eeff #ccd5ff #aab9ff #8b9bff #6e7cfd #5969e2 #4047a9 #272c6c'),
  row('Purple', '#f4eaff #e4ccfc #d3a9f9 #c086f1 #ac65e3 #924ac6 #6d3596 #452160'),
  row('Pink', '#ffe7ef #fec5da #fb9dc2 #f075aa #df4e92 #c13179 #92225a #5d1438'),
];

/** A preset color with its name. */
export interface PresetColor {
  color: string;
  name: string;
}

/** All preset colors, row by row. */
export const presets: readonly PresetColor[] = palette.flatMap(({ name, colors }) =>
  colors.map((color, index) => ({ color, name: nameOf(name, color, index) })),
);

function row(name: string, colors: string): PaletteRow {
  return { name, colors: colors.split(' ') };
}

function nameOf(hue: string, color: string, index: number): string {
  if (color === '#ffffff') return 'White';
  if (color === '#000000') return 'Black';
  return `${hue} ${index + 1}`;
}
