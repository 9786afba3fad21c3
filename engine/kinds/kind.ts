import type { Layer, Lettering } from '../project/layers.ts';
import type { MediaReference } from '../project/media.ts';
import { type AnimationState, stillState } from './animation.ts';

/** Kind of a template field that a layer can provide; a sound is a file that is only heard. */
export type ContentKind = 'text' | 'file' | 'sound';

/** A color of a layer that can be set. */
export type Paintable = 'color' | 'outline';

/** A field of a layer that holds a color. */
export interface ColorField {
  name: string;
  /** Whether it may be "none". */
  canBeNone: boolean;
}

/**
 * What the model, the timeline and the edits need to know about one kind of layer. The schema is in the project's list
 * of layers, the painter in the list of painters, icon and menu in the interface's list of kinds; those are loaded
 * separately.
 */
export interface Kind<L extends Layer = Layer> {
  /** Name for display, such as "Text". */
  title(layer: L): string;
  /** Kind of file that it shows or plays; undefined: none. */
  media: MediaReference['kind'] | undefined;
  /** What a template field replaces in it: its text or its file; undefined: neither. */
  content: ContentKind | undefined;
  /** Kinds with the same family accept each other's copied style; undefined: only its own. */
  styleFamily: 'letters' | 'picture' | undefined;
  /** Whether it is on the canvas; audio is not. */
  isSeen: boolean;
  /** Whether it can be rotated by hand. */
  canRotate: boolean;
  /** Whether it is audible, if its file has audio. */
  isAudible(layer: L): boolean;
  /** Whether it sets the length of its scene. */
  setsLength(layer: L): boolean;
  /** Whether its last frame stays after its file has played; audio ends. */
  holdsEnd: boolean;
  /** Whether users can trim, loop and adjust the volume of its file. */
  canBeTrimmed(layer: L): boolean;
  /** Whether its content changes over time. */
  isMoving(layer: L): boolean;
  /** Whether its source loops. */
  loops(layer: L): boolean;
  /** Returns its appearance at a time. @param t seconds since its start, from 0. */
  stateAt(layer: L, t: number): AnimationState;
  /**
   * Returns its appearance after its animation, or at the start of a repeating one. @param t as for stateAt; subtitles
   * still depend on it.
   */
  restingState(layer: L, t: number): AnimationState;
  /** Returns the end of its timed content, in seconds since its start; undefined: none. */
  over(layer: L): number | undefined;
  /** Returns its second part after a split, with the offset of its animation. @param after seconds before the split. */
  afterCut(layer: L, after: number): L;
  /** Returns the size of the visible part of its file in pixels, if known. */
  naturalSize(layer: L): { width?: number | undefined; height?: number | undefined };
  /** Returns the text by which people recognize it; '' for none. May have several lines. */
  words(layer: L): string;
  /** Returns its texts, or the letters of long ones, with what decides their fonts. */
  lettering(layer: L): Lettering[];
  /** Returns the field that holds a color; undefined if it has none. */
  colorField(layer: L, of: Paintable): ColorField | undefined;
}

/** Defaults of most kinds: a static thing on the canvas without file, audio, letters or color. */
export const plainKind = {
  media: undefined,
  content: undefined,
  styleFamily: undefined,
  isSeen: true,
  canRotate: true,
  isAudible: () => false,
  setsLength: () => false,
  holdsEnd: true,
  canBeTrimmed: () => false,
  isMoving: () => false,
  loops: () => false,
  stateAt: () => stillState,
  restingState: () => stillState,
  over: () => undefined,
  afterCut: <L>(layer: L) => layer,
  naturalSize: () => ({}),
  words: () => '',
  lettering: () => [],
  colorField: () => undefined,
} satisfies Omit<Kind, 'title'>;

/** Color fields of letters: fill and outline. */
export const letterColors: Kind['colorField'] = (_, of) =>
  of === 'color' ? { name: 'color', canBeNone: false } : { name: 'textShadow', canBeNone: true };
