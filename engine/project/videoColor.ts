/**
 * Returns the color matrix that browsers assume for a video without one. The height counts in displayed pixels.
 * @param coded size of the frames in the file. @param shownWidth displayed width in pixels, before rotation.
 */
export function impliedMatrix(coded: { width: number; height: number }, shownWidth: number): 'bt709' | 'bt601' {
  return coded.height * Math.max(1, coded.width / shownWidth) >= 720 ? 'bt709' : 'bt601';
}
