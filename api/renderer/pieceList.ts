/** A file that was made on the way, in the working folder. */
export interface Piece {
  /** Letters, digits, dots and hyphens. */
  name: string;
  seconds: number;
}

/** A text file for ffmpeg to read several files as one. */
export interface PieceList {
  path: string;
  text: string;
}

/** Lists files in the order in which they are played. @param id of the input that they stand for. */
export function pieceList(work: string, id: string, pieces: readonly Piece[]): PieceList {
  const entries = pieces.map(({ name, seconds }) => `file ${name}\nduration ${seconds.toFixed(6)}\n`);
  return { path: `${work}/${id}.ffconcat`, text: `ffconcat version 1.0\n${entries.join('')}` };
}
