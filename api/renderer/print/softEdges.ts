import type { VideoPart } from '../plan/plan.ts';
import { hasClearPixels } from '../plan/videoPart.ts';

/** Whether frames of a part may have transparent or smoothed edges: then they first keep full chroma (yuva444p). */
export function hasSoftEdges(part: VideoPart): boolean {
  return hasClearPixels(part) || part.turn % 90 !== 0 || isAtOddPlace(part);
}

/** Whether a part is at an odd position, which 4:2:0 chroma does not allow. */
export function isAtOddPlace({ bounds }: Pick<VideoPart, 'bounds'>): boolean {
  return bounds.x % 2 !== 0 || bounds.y % 2 !== 0;
}

/** Pads a part on the right and bottom to even sides, including the padding before it. */
export function printEvenSides({ bounds: { x, y, width, height } }: Pick<VideoPart, 'bounds'>): string[] {
  const [right, bottom] = [(x + width) % 2, (y + height) % 2];
  return right === 0 && bottom === 0 ? [] : ['pad=ceil(iw/2)*2:ceil(ih/2)*2:0:0:color=black@0'];
}

/**
 * Converts frames with even sides from yuva444p to straight 4:2:0. Four pixels share a chroma sample, and transparent
 * ones must not count: they would gray the edges of a layer. @param alpha whether colors are premultiplied.
 * @param name prefix of its pad names.
 */
export function printHalved(alpha: 'straight' | 'multiplied', name: string): string {
  const pads = ['fine', 'half', 'Y', 'A', 'U', 'V'].map((pad) => `[${name}${pad}]`);
  const [fine, half, y, a, u, v] = pads as [string, string, string, string, string, string];
  const [multiply, divide] = ['premultiply=inplace=1,', 'unpremultiply=inplace=1,'];
  const planes = 'format=yuva444p';
  return [
    `split${fine}${half}`,
    `${fine}${planes},${alpha === 'straight' ? '' : divide}extractplanes=y+a${y}${a}`,
    `${half}${alpha === 'straight' ? multiply : ''}scale=w=iw/2:h=ih/2:flags=area+accurate_rnd,${planes},${divide}extractplanes=u+v${u}${v}`,
    `${y}${u}${v}${a}mergeplanes=0x00102030:yuva420p`,
  ].join(';\n');
}
