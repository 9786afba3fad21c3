import type { Layer, Lettering } from '../project/layers.ts';
import type { MediaReference } from '../project/media.ts';
import { type AnimationState, still } from './animation.ts';

/** What a layer can be given a color for. */
export type Paintable = 'color' | 'outline';

/** A field of a layer that holds a color. */
export interface ColorField {
  name: string;
  /** Whether none is a choice. */
  canBeNone: boolean;
}

/**
 * All that the model, its times and its edits must know of one kind of layer. Its fields stand in the project's list of
 * layers, which no page that only shows projects loads; how it is painted stands in the list of painters, and what its
 * controls are in the Studio's list of kinds: those load later.
 */
export interface Kind<L extends Layer = Layer> {
  /** What people call it, such as "Text". */
  title(layer: L): string;
  /** The kind of file that it shows or sounds; undefined: none. */
  media: MediaReference['kind'] | undefined;
  /** Whether it is on the canvas; a sound is not. */
  isSeen: boolean;
  /** Whether it may be rotated by hand. */
  canRotate: boolean;
  /** Whether it is heard, if its file has sound. */
  isHeard(layer: L): boolean;
  /** Whether its scene lasts until it has played. */
  setsLength(layer: L): boolean;
  /** Whether its last picture stays when its file has played; a sound is over then. */
  holdsEnd: boolean;
  /** Whether people choose what of its file plays, how often and how loud. */
  canBeTrimmed(layer: L): boolean;
  /** Whether what it shows or sounds changes while it is there. */
  isMoving(layer: L): boolean;
  /** Whether its source starts over when it has played. */
  loops(layer: L): boolean;
  /** How it looks so long after it came. @param t seconds, from 0. */
  stateAt(layer: L, t: number): AnimationState;
  /** How it looks once its animation is over, or where it loops, at its start. @param t as for stateAt: what is said goes on. */
  restingState(layer: L, t: number): AnimationState;
  /** When the last that it has to show is over, seconds since it came; undefined: never. */
  over(layer: L): number | undefined;
  /** Its second part where it is cut in two: what went by does not come again. @param after how much went by, seconds. */
  afterCut(layer: L, after: number): L;
  /** Size of what is shown of its file in pixels, as far as that is known. */
  naturalSize(layer: L): { width?: number | undefined; height?: number | undefined };
  /** The texts in it, of long ones the letters, with what decides on their fonts. */
  lettering(layer: L): Lettering[];
  /** The field that holds a color; undefined where it has none of that sort. */
  colorField(layer: L, of: Paintable): ColorField | undefined;
}

/** What most kinds have in common: a thing on the canvas without file, sound, letters or color that stands still. */
export const plainKind = {
  media: undefined,
  isSeen: true,
  canRotate: true,
  isHeard: () => false,
  setsLength: () => false,
  holdsEnd: true,
  canBeTrimmed: () => false,
  isMoving: () => false,
  loops: () => false,
  stateAt: () => still,
  restingState: () => still,
  over: () => undefined,
  afterCut: <L>(layer: L) => layer,
  naturalSize: () => ({}),
  lettering: () => [],
  colorField: () => undefined,
} satisfies Omit<Kind, 'title'>;

/** The colors of letters: their own, and that of their outline. */
export const letterColors: Kind['colorField'] = (_, of) =>
  of === 'color' ? { name: 'color', canBeNone: false } : { name: 'textShadow', canBeNone: true };
