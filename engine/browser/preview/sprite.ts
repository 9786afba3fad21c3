import { isPlain, plainAdjustment } from '../../effects/adjustment.ts';
import { type Key, keyOf } from '../../effects/chromaKey.ts';
import { adjustmentOf } from '../../effects/index.ts';
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
import type { Layer } from '../../project/layers.ts';
import { Drawable, Quad } from '../compositor/quad.ts';
import { hasFonts } from '../loadFonts.ts';
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

/** A visible layer: its box, its file and its quad. */
export class Sprite {
  layer: Layer;
  /** Current box, in project pixels. */
  readonly box: Box = { x: 0, y: 0, width: 0, height: 0, rotation: 0 };
  /** Whether `place` overrides the project's position. */
  isPlaced = false;
  /** Whether anything except its position may have changed since the last update. */
  isStale = true;
  /** Whether it was moved or rotated since the last drawing. */
  isMoving = false;
  /** Whether its image was only moved in the last drawing, so its subpixel position may not match. */
  hasMoved = false;
  /** Number of the last frame that included it. */
  listed = 0;
  readonly quad: Quad;
  /** Frames of a video. */
  readonly video = new Drawable();
  /** Prepainted image with motion; undefined: its file is shown. */
  nearest: NearestPicture | undefined;
  picture: LayerPicture | undefined;
  readonly painted = new PaintedLook();
  readonly current = new PaintedLook();
  handle: MediaHandle | undefined;
  /** Natural size of the file at the last layout. */
  natural: Size = { width: 0, height: 0 };
  content = '';
  /** Whether it contains letters. */
  hasLetters = false;
  hasFonts = true;
  /** Whether font files are still loading, even if the text has been painted with fallbacks. */
  awaitsFonts = false;
  /** Whether the text is painted with a fallback font because its own failed. */
  lacksFont = false;
  /** Increases when fonts arrive after the text was painted. */
  fontVersion = 0;
  /** Whether a hue rotation is painted, because parts of the layer must keep their colors. */
  paintsHue = false;
  opacity = 1;
  glow = 0;
  hue = 0;
  shown = 1;
  /** Visible subtitles; undefined: none. */
  cues: ShownCues | undefined;
  /** When they were first shown, in seconds since the layer's start. */
  time: number | undefined;
  /** Visible part of the box of an image with motion, as shares. */
  view: View | undefined;
  /** Its transform, if it is not in place. */
  move: Move | undefined;
  /** Position set by `place`, overriding keyframes. */
  placedAt: Keyed | undefined;
  /** Filters, vignette and chroma key of an image or video, for its quad. */
  adjustment = plainAdjustment;
  vignette = 0;
  key: Key | undefined;
  /** Whether it is a still image that is changed after painting: by filters, vignette, chroma key or flips. */
  changesPicture = false;
  /** Whether its shadow is drawn separately: it is not painted, or changed after painting. */
  hasOwnShadow = false;
  shadow: SpriteShadow | undefined;
  /**
   * Size of a video in its box, offset of its center, and the inputs of this computation, in project and source pixels.
   */
  readonly fit = {
    width: 0,
    height: 0,
    offsetX: 0,
    offsetY: 0,
    radius: 0,
    boxWidth: -1,
    boxHeight: -1,
    sourceWidth: 0,
    sourceHeight: 0,
  };

  constructor(layer: Layer) {
    this.layer = layer;
    this.quad = new Quad(this.video);
  }

  /** Sets the current file of the layer. @returns whether it changed. */
  setFile(handle: MediaHandle | undefined): boolean {
    if (handle === this.handle) return false;
    this.handle = handle;
    this.natural = { width: 0, height: 0 };
    this.isStale = true;
    return true;
  }

  /** Sets another version of the layer. @param canvas size of the project's canvas in pixels. */
  setLayer(layer: Layer, canvas: Size): void {
    this.layer = layer;
    this.isPlaced = false;
    this.placedAt = undefined;
    this.isStale = true;
    this.content = contentOf(layer);
    this.awaitsFonts = false;
    const letterings = kindOf(layer).lettering(layer);
    this.hasLetters = letterings.length > 0;
    this.hasFonts = letterings.every(hasFonts);
    this.paintsHue = letterings.some(({ text }) => hasEmoji(text));
    this.#setEffects(layer);
    if (this.hasOwnShadow) this.content += ' without its shadow';
    this.fit.boxWidth = -1;
    this.layOut(canvas);
  }

  #setEffects(layer: Layer): void {
    const picture = isPicture(layer) ? layer : undefined;
    const adjustment = picture ? adjustmentOf(picture) : plainAdjustment;
    this.adjustment = isPlain(adjustment) ? plainAdjustment : adjustment;
    this.vignette = picture ? vignetteAngle(picture.vignette) : 0;
    this.key = picture?.chromaKey && keyOf(picture.chromaKey);
    this.quad.blendMode = picture ? picture.blendMode : 'normal';
    const isMirrored = picture !== undefined && (picture.flipped || picture.flippedVertical);
    const isChanged = this.key !== undefined || this.adjustment !== plainAdjustment || this.vignette !== 0;
    this.changesPicture = !isPlayed(layer) && (isMirrored || isChanged);
    this.hasOwnShadow =
      picture !== undefined && castsShadow(picture) && (this.changesPicture || kindOf(layer).isMoving(layer));
  }

  /** Sets the box from the project, unless overridden; uses the file's size if the project knows none. */
  layOut(canvas: Size): void {
    if (this.isPlaced) return;
    const { layer, natural } = this;
    const isSized = isPicture(layer) && natural.width > 0;
    this.setBox(layerBox(isSized ? { ...layer, width: natural.width, height: natural.height } : layer, canvas));
  }

  /** The current transform. */
  get shownMove(): Move | undefined {
    const { move, placedAt } = this;
    return move && placedAt ? { ...move, keyed: placedAt } : move;
  }

  /**
   * Overrides the project's position. A layer with keyframes is moved as an image, as keyframes do. @param box project
   * pixels; undefined: back to the project's position.
   */
  place(box: Box | undefined, canvas: Size): void {
    if (this.move?.keyed) {
      this.placedAt = box && keyedOf(box, canvas);
      this.isStale = true;
      return;
    }
    this.isPlaced = box !== undefined;
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
    this.isMoving = true;
    if (box.width !== width || box.height !== height) this.isStale = true;
    box.x = x;
    box.y = y;
    box.width = width;
    box.height = height;
    box.rotation = rotation;
  }

  /** Stores the file's size. @returns whether it is new. */
  learnSize(): boolean {
    const { handle, natural } = this;
    if (handle?.state !== 'ready') return false;
    const { width, height } = handle;
    if (natural.width === width && natural.height === height) return false;
    this.natural = { width, height };
    return true;
  }

  /** Whether its file and fonts are loaded or have failed. */
  get isSettled(): boolean {
    const { handle } = this;
    return !this.awaitsFonts && (!handle || (handle.state !== 'loading' && handle.settled));
  }
}
