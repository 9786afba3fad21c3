/** Family and style of a font file. */
export interface OwnFace {
  /** Family name for display. */
  family: string;
  bold: boolean;
  italic: boolean;
}

/** Name ids (OpenType, table `name`): the family of up to four styles, and the style. */
const FAMILY = 1;
const STYLE = 2;
/** Platform id of Windows names, which are UTF-16. */
const WINDOWS = 3;
/** Language id of US English. Fonts have names in several languages; the English ones are used. */
const ENGLISH = 0x409;

/** Style suffixes of file names: after a space or hyphen, or joined as in "BrandBold". 400 and 700 are weights. */
const endings = [
  /[-\s]+(regular|roman|normal|400|bold|700|italic|oblique)$/i,
  /(?<=[a-z\d])(Regular|Roman|Normal|Bold|Italic|Oblique)$/,
];
/** Prefixes that turn "bold" into another weight. */
const otherWeight = /(semi|demi|extra|ultra)[-\s]?$/i;

/**
 * Reads family and style from the font's own names. Falls back to the file name, such as "Brand-BoldItalic.woff2", if
 * those cannot be read, as in WOFF2.
 */
export function readFace(file: Uint8Array, fileName: string): OwnFace {
  try {
    return namedFace(file) ?? faceOfName(fileName);
  } catch {
    return faceOfName(fileName);
  }
}

/** Derives family and style from a file name. */
export function faceOfName(fileName: string): OwnFace {
  let family = fileName
    .replace(/^.*[/\\]/, '')
    .replace(/\.\w+$/, '')
    .replaceAll('_', ' ')
    .trim();
  let [bold, italic] = [false, false];
  for (;;) {
    const end = endings.map((ending) => ending.exec(family)).find((found) => found !== null);
    const isBold = end !== undefined && /bold|700/i.test(end[1] ?? '');
    if (!end || end.index === 0 || (isBold && otherWeight.test(family.slice(0, end.index)))) break;
    bold ||= isBold;
    italic ||= /italic|oblique/i.test(end[1] ?? '');
    family = family.slice(0, end.index);
  }
  return { family, bold, italic };
}

/** @throws RangeError if the file is truncated. */
function namedFace(file: Uint8Array): OwnFace | undefined {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const at = tableAt(view, 'name');
  if (at === undefined) return undefined;
  const [family, style] = [nameAt(view, at, FAMILY), nameAt(view, at, STYLE)];
  if (!family || style === undefined) return undefined;
  return { family, bold: /bold/i.test(style), italic: /italic|oblique/i.test(style) };
}

/**
 * Returns the byte offset of a table of an uncompressed font; undefined if absent. @throws RangeError if the file is
 * truncated.
 */
export function tableAt(view: DataView, tag: string): number | undefined {
  if (tagAt(view, 0) === 'wOF2') return undefined;
  for (let i = 0; i < view.getUint16(4); i += 1) {
    const record = 12 + 16 * i;
    if (tagAt(view, record) === tag) return view.getUint32(record + 8);
  }
  return undefined;
}

/** Reads a tag of four letters. @throws RangeError if the file is truncated. */
export function tagAt(view: DataView, at: number): string {
  return String.fromCharCode(...[0, 1, 2, 3].map((i) => view.getUint8(at + i)));
}

/** Returns a name for the Windows platform, which all current fonts have; prefers English. */
function nameAt(view: DataView, table: number, id: number): string | undefined {
  const texts = table + view.getUint16(table + 4);
  let found: string | undefined;
  for (let i = 0; i < view.getUint16(table + 2); i += 1) {
    const record = table + 6 + 12 * i;
    if (view.getUint16(record) !== WINDOWS || view.getUint16(record + 6) !== id) continue;
    const isEnglish = view.getUint16(record + 4) === ENGLISH;
    if (found !== undefined && !isEnglish) continue;
    const [length, from] = [view.getUint16(record + 8), texts + view.getUint16(record + 10)];
    const letters = Array.from({ length: Math.min(length, 200) >> 1 }, (_, at) => view.getUint16(from + 2 * at));
    found = String.fromCharCode(...letters).trim();
    if (isEnglish) break;
  }
  return found;
}
