/** Readable distances of ruler marks, in pixels of the canvas. */
const steps = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000];
/** Smallest distance of labeled and of plain marks, in CSS pixels. */
const WORD_ROOM = 56;
const BARE_ROOM = 5;

/** Returns the distance of labels and of marks, in pixels of the canvas. @param scale CSS pixels per pixel. */
export function pixelSteps(scale: number): { word: number; bare: number } {
  const word = steps.find((step) => step * scale >= WORD_ROOM) ?? 1000;
  const bare = [word / 10, word / 5, word / 2].find(
    (step) => step >= 1 && Number.isInteger(step) && step * scale >= BARE_ROOM,
  );
  return { word, bare: bare ?? word };
}
