/**
 * Whether a trimmer or the audio stands in the canvas's place: what would change a layer, or the clipboard's layers,
 * must not happen unseen.
 */
export function isCanvasAway(): boolean {
  return document.querySelector('.studio-work:is([data-route="trimmer"], [data-route^="audio"])') !== null;
}
