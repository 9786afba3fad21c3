import { tableAt, tagAt } from './fontFace.ts';

/** Table of variation axes, and its number in a WOFF2 table directory (WOFF2, section 5.1). */
const AXES = 'fvar';
const AXES_NUMBER = 47;
/** Number of a table whose tag follows as text. */
const OWN_TAG = 63;
/** Numbers of glyf and loca: their transform version 3, not 0, means that they are not transformed. */
const shapes = [10, 11];

/** Returns whether a font is variable, so that it may contain bold letters too. @param file false if damaged. */
export function hasAxes(file: ArrayBuffer): boolean {
  const view = new DataView(file);
  try {
    return tagAt(view, 0) === 'wOF2' ? hasPackedAxes(view) : tableAt(view, AXES) !== undefined;
  } catch {
    return false;
  }
}

/** Checks a WOFF2 file, whose table directory is not compressed. */
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
