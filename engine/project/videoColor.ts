/**
 * The matrix of a video that states none, as browsers take it. Pixels that are higher than wide count by their height.
 * @param coded size of its frames in the file. @param shownWidth pixels, before the picture is turned.
 */
export function impliedMatrix(coded: { width: number; height: number }, shownWidth: number): 'bt709' | 'bt601' {
  return coded.height * Math.max(1, coded.width / shownWidth) >= 720 ? 'bt709' : 'bt601';
}
