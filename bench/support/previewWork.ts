/** One side of the square that is drawn on, pixels. */
export const SIDE = 1280;
/** One side of each picture, source and shown alike, so that nobody has to shrink. */
export const PICTURE = 160;
/** Texts that stand on top of the moving pictures. */
export const TEXTS = 10;
/** Different pictures; further layers show the same ones again. */
export const SOURCES = 6;

/** Numbers of one picture's pose: x and y of its center, turn in degrees. */
export const POSE = 3;

/** Poses of all pictures, one after another; each frame overwrites them. */
export type Poses = Float64Array;

/** Moves every picture along its own circle and turns it. @param frame counts frames from 0. */
export function movePoses(poses: Poses, frame: number): void {
  for (let i = 0; i < poses.length / POSE; i += 1) {
    const angle = frame * 0.02 + i;
    poses[i * POSE] = SIDE / 2 + Math.cos(angle) * (60 + ((i * 37) % 460));
    poses[i * POSE + 1] = SIDE / 2 + Math.sin(angle * 1.3) * (60 + ((i * 53) % 460));
    poses[i * POSE + 2] = (frame + i * 11) % 360;
  }
}

/** The words of a text and where it stands. */
export function textAt(i: number): { text: string; x: number; y: number; width: number; height: number } {
  return {
    text: `Title number ${i + 1}`,
    x: 40 + (i % 2) * 620,
    y: 40 + Math.floor(i / 2) * 240,
    width: 580,
    height: 90,
  };
}

/** What is drawn with: pictures of PICTURE × PICTURE, and texts as they shall look. */
export interface Material {
  images: HTMLImageElement[];
  urls: string[];
}

/** One way of drawing the work. */
export interface Contender {
  /** Sets everything up on a canvas in `host`, as its makers recommend for speed. */
  setUp(host: HTMLElement, count: number, material: Material): Promise<Running>;
}

/** A work that is set up. */
export interface Running {
  /** The JavaScript of one frame, up to where the browser takes over. */
  frame(poses: Poses): void;
  /** Goes on with the same work on a canvas of 64 × 64. */
  shrink?(): void;
  dispose(): void;
}
