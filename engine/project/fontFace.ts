/** Which face of which family a font file holds. */
export interface OwnFace {
  /** The family's name, as people know it. */
  family: string;
  bold: boolean;
  italic: boolean;
}

/** Names by their ids (OpenType, table name): a family of up to four faces that are changed for each other, and the face. */
const FAMILY = 1;
const STYLE = 2;
/** Of whom the names are, and how they are written: Windows, UTF-16. */
const WINDOWS = 3;
/** English of the United States: faces are named in a few languages, and told by their English names. */
const ENGLISH = 0x409;

/** What names of files end with: behind a space or hyphen, or as "BrandBold". 400 and 700 are weights. */
const endings = [
  /[-\s]+(regular|roman|normal|400|bold|700|italic|oblique)$/i,
  /(?<=[a-z\d])(Regular|Roman|Normal|Bold|Italic|Oblique)$/,
];
/** With what stands before it, "bold" is another weight. */
const otherWeight = /(semi|demi|extra|ultra)[-\s]?$/i;

/**
 * Reads which face a font file holds: from its own names, or, where it has none that can be read here, as a packed file
 * (WOFF2), from the name of the file, such as "Brand-BoldItalic.woff2".
 */
export function readFace(file: Uint8Array, fileName: string): OwnFace {
  try {
    return namedFace(file) ?? faceOfName(fileName);
  } catch {
    return faceOfName(fileName);
  }
}

/** The face that the name of a file tells. */
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

/** @throws RangeError for a file that ends too early. */
function namedFace(file: Uint8Array): OwnFace | undefined {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const at = tableAt(view, 'name');
  if (at === undefined) return undefined;
  const [family, style] = [nameAt(view, at, FAMILY), nameAt(view, at, STYLE)];
  if (!family || style === undefined) return undefined;
  return { family, bold: /bold/i.test(style), italic: /italic|oblique/i.test(style) };
}

/** Where a table of a plain font begins, bytes; undefined where it has none. @throws RangeError for a file that ends too early. */
export function tableAt(view: DataView, wanted: string): number | undefined {
  if (tagAt(view, 0) === 'wOF2') return undefined;
  for (let i = 0; i < view.getUint16(4); i += 1) {
    const record = 12 + 16 * i;
    if (tagAt(view, record) === wanted) return view.getUint32(record + 8);
  }
  return undefined;
}

/** Four letters of a file. @throws RangeError for a file that ends too early. */
export function tagAt(view: DataView, at: number): string {
  return String.fromCharCode(...[0, 1, 2, 3].map((i) => view.getUint8(at + i)));
}

/** A name of the font as it is written for Windows, which every font of today has: the English one where there is one. */
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
