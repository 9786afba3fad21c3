import { tableAt, tagAt } from './fontFace.ts';

/** The table of axes, and the number that stands for it in a packed font (WOFF2, section 5.1). */
const AXES = 'fvar';
const AXES_NUMBER = 47;
/** The number that says that a tag stands behind it in letters. */
const OWN_TAG = 63;
/** Those of glyf and loca, of which another number than of all others says that they are as they are. */
const shapes = [10, 11];

/** Whether a font is a variable one, which may have bold letters too. @param file one that is damaged is not. */
export function hasAxes(file: ArrayBuffer): boolean {
  const view = new DataView(file);
  try {
    return tagAt(view, 0) === 'wOF2' ? hasPackedAxes(view) : tableAt(view, AXES) !== undefined;
  } catch {
    return false;
  }
}

/** The same of a packed font, whose list of tables is not packed. */
function hasPackedAxes(view: DataView): boolean {
  let at = 48;
  const skipNumber = () => {
    for (let byte = 128; byte >= 128; at += 1) byte = view.getUint8(at);
  };
  for (let i = 0; i < view.getUint16(12); i += 1) {
    const flags = view.getUint8(at);
    const number = flags & OWN_TAG;
    at += 1;
    if (number === AXES_NUMBER || (number === OWN_TAG && tagAt(view, at) === AXES)) return true;
    if (number === OWN_TAG) at += 4;
    skipNumber();
    if (flags >> 6 !== (shapes.includes(number) ? 3 : 0)) skipNumber();
  }
  return false;
}
