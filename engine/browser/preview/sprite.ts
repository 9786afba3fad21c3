import { isPlain, plainAdjustment } from '../../effects/adjustment.ts';
import { type Key, keyOf } from '../../effects/chromaKey.ts';
import { adjustmentOf } from '../../effects/index.ts';
import { type EffectUse, effectsOf, noEffects } from '../../effects/layerEffects.ts';
import { vignetteAngle } from '../../effects/vignette.ts';
import type { ShownCues } from '../../kinds/cueStates.ts';
import { isPicture, isPlayed } from '../../kinds/families.ts';
import { kindOf } from '../../kinds/index.ts';
import type { View } from '../../kinds/pictureMotion.ts';
import type { Box, Size } from '../../layout/box.ts';
import { layerBox } from '../../layout/box.ts';
import { keyedBox, keyedOf } from '../../layout/layerTransform.ts';
import type { Keyed } from '../../motion/keyed.ts';
import type { Move } from '../../motion/layerState.ts';
import { castsShadow } from '../../painters/picture.ts';
import type { ColorGrade } from '../../project/colorGrade.ts';
import { gradeOf } from '../../project/gradeOf.ts';
import type { Layer } from '../../project/layers.ts';
import type { BlendMode } from '../../project/pictureLook.ts';
import { Drawable, Quad } from '../compositor/quad.ts';
import type { MediaHandle } from '../media/mediaPool.ts';
import { contentOf, hasEmoji } from './layerContent.ts';
import type { LayerPicture } from './layerPictures.ts';
import type { NearestPicture } from './paintNearest.ts';

/** Everything that decides the pixels of a painted layer; numbers, so that comparing them allocates nothing. */
export class PaintedLook {
  content = '';
  /** Version of the decoded file; 0 for a layer without one. */
  version = 0;
  isMissing = false;
  scale = 0;
  /** Size of the box, in 64ths of a canvas pixel. */
  width = 0;
  height = 0;
  glow = 0;
  hue = 0;
  /** Share of the visible letters. */
  shown = 1;
  /** Visible subtitles. */
  cues: ShownCues | undefined;
  /** Subpixel position of the box on the canvas, and of its lines in the project, in 64ths of a pixel. */
  phaseX = 0;
  phaseY = 0;
  linePhase = 0;
  /** Resolution factor of a layer with keyframes; 0 for others. */
  fineness = 0;
}

/** The separately drawn shadow of a sprite that is not painted, or changed after painting; painted once. */
export class SpriteShadow {
  readonly quad = new Quad(new Drawable());
  picture: LayerPicture | undefined;
  /** Key of its pixels. */
  painted = '';
}

/** What follows from a layer alone. Written by `Sprite.setLayer`. */
class SpriteLook {
  content = '';
  /** Whether it contains letters. */
  hasLetters = false;
  /** Whether a hue rotation is painted, because parts of the layer must keep their colors. */
  paintsHue = false;
  /** Filters, color correction, vignette and chroma key of an image or video, for its quad. */
  adjustment = plainAdjustment;
  grade: ColorGrade | undefined;
  vignette = 0;
  key: Key | undefined;
  blendMode: BlendMode = 'normal';
  /** Effects of an image or video, for its quad; others are painted with theirs. */
  effects: readonly EffectUse[] = noEffects;
  /** Whether it is a still image that is changed after painting: by filters, colors, chroma key, effects or flips. */
  changesPicture = false;
  /** Whether its shadow is drawn separately: it is not painted, or changed after painting. */
  hasOwnShadow = false;
}

/** The fonts of a layer. Written by `Sprites`. */
class SpriteFonts {
  /** Whether the text can be painted: its fonts are loaded, or took too long. */
  isReady = true;
  /** Whether font files are still loading, even if the text has been painted with fallbacks. */
  isLoading = false;
  /** Whether the text is painted with a fallback font because its own failed. */
  isMissing = false;
  /** Increases when fonts arrive after the text was painted. */
  version = 0;
}

/** The animated state of a layer in the current frame. Written by `Sprites`. */
class SpriteMotion {
  opacity = 1;
  glow = 0;
  hue = 0;
  /** Share of the visible letters. */
  shown = 1;
  /** Visible subtitles; undefined: none. */
  cues: ShownCues | undefined;
  /** When they were first shown, in seconds since the layer's start. */
  time: number | undefined;
  /** Visible part of the box of an image with motion, as shares. */
  view: View | undefined;
  /** Its transform, if it is not in place. */
  move: Move | undefined;
}

/** What `place` overrides. Written by `Sprite`. */
class SpritePlace {
  /** Whether it overrides the project's position. */
  isFixed = false;
  /** Overrides keyframes. */
  keyed: Keyed | undefined;
}

/** What is drawn, and what it was computed from. Written by updateSprite.ts. */
class SpriteDrawing {
  /** Frames of a video. */
  readonly video = new Drawable();
  readonly quad = new Quad(this.video);
  /** Prepainted image with motion; undefined: its file is shown. */
  nearest: NearestPicture | undefined;
  picture: LayerPicture | undefined;
  readonly painted = new PaintedLook();
  readonly current = new PaintedLook();
  /** Whether its image was only moved in the last drawing, so its subpixel position may not match. */
  hasMoved = false;
  /**
   * Size of a video in its box, offset of its center, and the inputs of this computation, in project and source pixels.
   */
  readonly fit = {
    width: 0,
    height: 0,
    offsetX: 0,
    offsetY: 0,
    radius: 0,
    layer: undefined as Layer | undefined,
    boxWidth: -1,
    boxHeight: -1,
    sourceWidth: 0,
    sourceHeight: 0,
  };
}

/** A visible layer: its box, its file and its quad. Each group of fields is written by one module. */
export class Sprite {
  layer: Layer;
  /** Number of the last frame that included it. Written by `FrameView`. */
  listed = 0;
  readonly look = new SpriteLook();
  readonly fonts = new SpriteFonts();
  readonly motion = new SpriteMotion();
  readonly drawn = new SpriteDrawing();
  /** Written by spriteShadow.ts. */
  shadow: SpriteShadow | undefined;
  /** Current box, in project pixels. */
  readonly box: Box = { x: 0, y: 0, width: 0, height: 0, rotation: 0 };
  readonly #placed = new SpritePlace();
  #handle: MediaHandle | undefined;
  /** Natural size of the file at the last layout. */
  #natural: Size = { width: 0, height: 0 };
  #isStale = true;
  #isMoving = false;

  constructor(layer: Layer) {
    this.layer = layer;
  }

  /** Its current file. */
  get handle(): MediaHandle | undefined {
    return this.#handle;
  }

  /** Whether anything except its position may have changed since the last drawing. */
  get isStale(): boolean {
    return this.#isStale;
  }

  /** Whether it was moved or rotated since the last drawing. */
  get isMoving(): boolean {
    return this.#isMoving;
  }

  /** Marks everything except its position as possibly changed. */
  makeStale(): void {
    this.#isStale = true;
  }

  /** Marks it as drawn as it is now. */
  settle(): void {
    this.#isStale = false;
    this.#isMoving = false;
  }

  /** Sets the current file of the layer. @returns whether it changed. */
  setFile(handle: MediaHandle | undefined): boolean {
    if (handle === this.#handle) return false;
    this.#handle = handle;
    this.#natural = { width: 0, height: 0 };
    this.#isStale = true;
    return true;
  }

  /** Sets another version of the layer. @param canvas size of the project's canvas in pixels. */
  setLayer(layer: Layer, canvas: Size): void {
    this.layer = layer;
    this.#placed.isFixed = false;
    this.#placed.keyed = undefined;
    this.#isStale = true;
    this.#setLook(layer);
    this.layOut(canvas);
  }

  #setLook(layer: Layer): void {
    const { look } = this;
    const letterings = kindOf(layer).lettering(layer);
    look.hasLetters = letterings.length > 0;
    look.paintsHue = letterings.some(({ text }) => hasEmoji(text));
    const picture = isPicture(layer) ? layer : undefined;
    const adjustment = picture ? adjustmentOf(picture) : plainAdjustment;
    look.adjustment = isPlain(adjustment) ? plainAdjustment : adjustment;
    look.grade = picture && gradeOf(picture);
    look.vignette = picture ? vignetteAngle(picture.vignette) : 0;
    look.key = picture?.chromaKey && keyOf(picture.chromaKey);
    look.blendMode = picture ? picture.blendMode : 'normal';
    const isMirrored = picture !== undefined && (picture.flipped || picture.flippedVertical);
    look.effects = picture ? effectsOf(picture) : noEffects;
    const isColored = look.key !== undefined || look.grade !== undefined || look.adjustment !== plainAdjustment;
    const isChanged = isColored || look.vignette !== 0 || look.effects !== noEffects;
    look.changesPicture = !isPlayed(layer) && (isMirrored || isChanged);
    look.hasOwnShadow =
      picture !== undefined && castsShadow(picture) && (look.changesPicture || kindOf(layer).isMoving(layer));
    look.content = look.hasOwnShadow ? `${contentOf(layer)} without its shadow` : contentOf(layer);
  }

  /** Sets the box from the project, unless overridden; uses the file's size if the project knows none. */
  layOut(canvas: Size): void {
    if (this.#placed.isFixed) return;
    const { layer } = this;
    const natural = this.#natural;
    const isSized = isPicture(layer) && natural.width > 0;
    this.setBox(layerBox(isSized ? { ...layer, width: natural.width, height: natural.height } : layer, canvas));
  }

  /** The current transform. */
  get shownMove(): Move | undefined {
    const { move } = this.motion;
    const { keyed } = this.#placed;
    return move && keyed ? { ...move, keyed } : move;
  }

  /**
   * Overrides the project's position. A layer with keyframes is moved as an image, as keyframes do. @param box project
   * pixels; undefined: back to the project's position.
   */
  place(box: Box | undefined, canvas: Size): void {
    if (this.motion.move?.keyed) {
      this.#placed.keyed = box && keyedOf(box, canvas);
      this.#isStale = true;
      return;
    }
    this.#placed.isFixed = box !== undefined;
    if (box) this.setBox(box);
    else this.layOut(canvas);
  }

  /** Returns its current box, in project pixels. */
  shownBox(canvas: Size): Readonly<Box> {
    return keyedBox(this.box, this.shownMove?.keyed, canvas);
  }

  setBox({ x, y, width, height, rotation }: Box): void {
    const { box } = this;
    const isSame =
      box.x === x && box.y === y && box.width === width && box.height === height && box.rotation === rotation;
    if (isSame) return;
    this.#isMoving = true;
    if (box.width !== width || box.height !== height) this.#isStale = true;
    box.x = x;
    box.y = y;
    box.width = width;
    box.height = height;
    box.rotation = rotation;
  }

  /** Stores the file's size. @returns whether it is new. */
  learnSize(): boolean {
    const { handle } = this;
    const natural = this.#natural;
    if (handle?.state !== 'ready') return false;
    const { width, height } = handle;
    if (natural.width === width && natural.height === height) return false;
    this.#natural = { width, height };
    return true;
  }

  /** Whether its file and fonts are loaded or have failed. */
  get isSettled(): boolean {
    const { handle } = this;
    return !this.fonts.isLoading && (!handle || (handle.state !== 'loading' && handle.settled));
  }
}
