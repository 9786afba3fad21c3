/** A filled area of a drawing. */
export interface Area {
  /** SVG path data in units of the drawing. */
  path: string;
  fill: string;
  /** Outline, and its width in units; absent: none. */
  stroke?: string;
  width?: number;
  /** Drawn only if this text is not empty. */
  with?: 'top' | 'bottom';
}

/** Position of a text in a drawing, in units. */
export interface Place {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A drawing of ours as background of a meme's texts: 480 units wide. */
export interface Drawing {
  title: string;
  height: number;
  background: string;
  /** Back to front. */
  areas: readonly Area[];
  top: Place;
  bottom: Place;
}

/** Color of outlines. */
export const ink = '#2b2d42';
/** Color of areas with text. */
export const paper = '#fffdf7';

/** Creates a filled area. */
export const area = (fill: string, ...paths: string[]): Area => ({ fill, path: paths.join('') });
/** Creates an area with an outline. */
export const inked = (fill: string, width: number, ...paths: string[]): Area => ({
  ...area(fill, ...paths),
  stroke: ink,
  width,
});
/** Creates lines without a fill. */
export const line = (width: number, ...paths: string[]): Area => inked('transparent', width, ...paths);
/** Makes areas depend on a text. */
export const only = (text: 'top' | 'bottom', ...areas: Area[]): Area[] => areas.map((one) => ({ ...one, with: text }));

/** Returns the path of an ellipse around its center. */
export function ellipse(x: number, y: number, across: number, down = across): string {
  const half = `a${across} ${down} 0 1 0 `;
  return `M${x - across} ${y}${half}${2 * across} 0${half}${-2 * across} 0Z`;
}

/** Returns the path of a rectangle. @param round radius of the corners. */
export function rect(x: number, y: number, width: number, height: number, round = 0): string {
  if (round === 0) return `M${x} ${y}h${width}v${height}h${-width}Z`;
  const [across, down] = [width - 2 * round, height - 2 * round];
  const corner = (dx: number, dy: number) => `a${round} ${round} 0 0 1 ${dx} ${dy}`;
  return [
    `M${x + round} ${y}h${across}${corner(round, round)}v${down}${corner(-round, round)}`,
    `h${-across}${corner(-round, -round)}v${-down}${corner(round, -round)}Z`,
  ].join('');
}

/** Returns the path of a polygon, from alternating x and y. */
export function polygon(...points: number[]): string {
  return `M${points.join(' ')}Z`;
}
