/** Side of the square canvas, in pixels. */
export const SIDE = 1280;
/** Side of each image, equal in source and display, so that nothing is scaled. */
export const PICTURE = 160;
/** Number of texts above the moving images. */
export const TEXTS = 10;
/** Number of different images; further layers repeat them. */
export const SOURCES = 6;

/** Numbers per pose: x and y of the center, rotation in degrees. */
export const POSE = 3;

/** Poses of all images, consecutive; overwritten in each frame. */
export type Poses = Float64Array;

/** Moves every image along its own circle and rotates it. @param frame counts from 0. */
export function movePoses(poses: Poses, frame: number): void {
  for (let i = 0; i < poses.length / POSE; i += 1) {
    const angle = frame * 0.02 + i;
    poses[i * POSE] = SIDE / 2 + Math.cos(angle) * (60 + ((i * 37) % 460));
    poses[i * POSE + 1] = SIDE / 2 + Math.sin(angle * 1.3) * (60 + ((i * 53) % 460));
    poses[i * POSE + 2] = (frame + i * 11) % 360;
  }
}

/** Returns the text and position of a title. */
export function textAt(i: number): { text: string; x: number; y: number; width: number; height: number } {
  return {
    text: `Title number ${i + 1}`,
    x: 40 + (i % 2) * 620,
    y: 40 + Math.floor(i / 2) * 240,
    width: 580,
    height: 90,
  };
}

/** Images of PICTURE × PICTURE pixels, for all contenders. */
export interface Material {
  images: HTMLImageElement[];
  urls: string[];
}

/** A way to draw the work. */
export interface Contender {
  /** Sets up a canvas in `host`, as the library's authors recommend for speed. */
  setUp(host: HTMLElement, count: number, material: Material): Promise<Running>;
}

/** A work that is set up. */
export interface Running {
  /** Executes the JavaScript of one frame, without the browser's own layout and painting. */
  frame(poses: Poses): void;
  /** Continues on a canvas of 64 × 64. */
  shrink?(): void;
  dispose(): void;
}
