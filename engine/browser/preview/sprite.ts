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
import { keyedBox, keyedOf } from '../../layout/moved.ts';
import type { Keyed } from '../../motion/keyed.ts';
import type { Move } from '../../motion/layerState.ts';
import { castsShadow } from '../../painters/picture.ts';
import type { Layer } from '../../project/layers.ts';
import { Drawable, Quad } from '../compositor/quad.ts';
import { hasFonts } from '../loadFonts.ts';
import type { MediaHandle } from '../media/mediaPool.ts';
import { contentOf, hasEmoji } from './content.ts';
import type { LayerPicture } from './layerPictures.ts';
import type { NearestPicture } from './paintNearest.ts';

/** What decides the pixels of a painted layer; numbers, so that comparing them makes no garbage. */
export class PaintedLook {
  content = '';
  /** Version of the decoded file; 0 for a layer without one. */
  version = 0;
  isMissing = false;
  scale = 0;
  /** Size of the box, 64ths of a canvas pixel. */
  width = 0;
  height = 0;
  glow = 0;
  hue = 0;
  /** Share of the letters that are written. */
  shown = 1;
  /** What subtitles show. */
  cues: ShownCues | undefined;
  /** Where the box lies between the canvas's pixels, and its lines between the project's, 64ths of a pixel. */
  phaseX = 0;
  phaseY = 0;
  linePhase = 0;
  /** How fine what keyframes move is painted; 0 for anything else. */
  fineness = 0;
}

/** The shadow of a sprite whose picture is not painted, or changed after painting: painted once, drawn below it. */
export class SpriteShadow {
  readonly quad = new Quad(new Drawable());
  picture: LayerPicture | undefined;
  /** What decides its pixels. */
  painted = '';
}

/** One shown layer: its place, its file and the quad that shows it. */
export class Sprite {
  layer: Layer;
  /** Where it stands now, project pixels. */
  readonly box: Box = { x: 0, y: 0, width: 0, height: 0, rotation: 0 };
  /** Whether it stands where it was placed rather than where the project has it. */
  isPlaced = false;
  /** Whether anything but its place may have changed since it was last brought up to date. */
  isStale = true;
  /** Whether it was moved or rotated since the last drawing. */
  isMoving = false;
  /** Whether its picture was only moved with it at the last drawing, and may not suit the pixels where it is now. */
  hasMoved = false;
  /** Number of the frame that it was last part of. */
  listed = 0;
  readonly quad: Quad;
  /** Frames of a video. */
  readonly video = new Drawable();
  /** Of a picture that moves in its box; undefined: its file is shown. */
  nearest: NearestPicture | undefined;
  picture: LayerPicture | undefined;
  readonly painted = new PaintedLook();
  readonly wanted = new PaintedLook();
  handle: MediaHandle | undefined;
  /** Natural size that the file had when the layer was last laid out. */
  natural: Size = { width: 0, height: 0 };
  content = '';
  /** Whether there are letters in it. */
  hasLetters = false;
  hasFonts = true;
  /** Whether font files of the text are still on their way, though it may be painted without them by now. */
  awaitsFonts = false;
  /** Whether the text is painted in other letters because its font did not come. */
  lacksFont = false;
  /** Raised when fonts come after the text was painted without them. */
  fontVersion = 0;
  /** Whether a hue shift is painted, because it must leave parts of the layer alone. */
  paintsHue = false;
  opacity = 1;
  glow = 0;
  hue = 0;
  shown = 1;
  /** What subtitles show; undefined: nothing, or it is no such layer. */
  cues: ShownCues | undefined;
  /** Seconds since the layer came when they were first shown. */
  time: number | undefined;
  /** What is seen of a moving picture's box, as shares of it. */
  view: View | undefined;
  /** Where it is, if that is not its place. */
  move: Move | undefined;
  /** Where it was placed rather than where keyframes have it. */
  placedAt: Keyed | undefined;
  /** Filters of a picture or video, its vignette and its chroma key, as its quad takes them. */
  adjustment = plainAdjustment;
  vignette = 0;
  key: Key | undefined;
  /** Whether it is a still picture that is not shown as it is painted: with filters, a vignette, a key or mirrored. */
  changesPicture = false;
  /** Whether its shadow is drawn apart: it is not painted, or changed after painting. */
  hasOwnShadow = false;
  shadow: SpriteShadow | undefined;
  /** Size of a video in its box, how far its middle is off the box's, and what they were computed from, project and source pixels. */
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

  /** Takes the file that the layer shows now. @returns whether it is another one. */
  takeFile(handle: MediaHandle | undefined): boolean {
    if (handle === this.handle) return false;
    this.handle = handle;
    this.natural = { width: 0, height: 0 };
    this.isStale = true;
    return true;
  }

  /** Takes another version of the layer. @param canvas the project's canvas, pixels. */
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

  /** Puts the box where the project has it, unless it is placed; by the file's own size where the project knows none. */
  layOut(canvas: Size): void {
    if (this.isPlaced) return;
    const { layer, natural } = this;
    const isSized = isPicture(layer) && natural.width > 0;
    this.setBox(layerBox(isSized ? { ...layer, width: natural.width, height: natural.height } : layer, canvas));
  }

  /** Where it is now. */
  get shownMove(): Move | undefined {
    const { move, placedAt } = this;
    return move && placedAt ? { ...move, keyed: placedAt } : move;
  }

  /**
   * Puts it elsewhere than the project has it. What keyframes move is moved as they would, as a picture. @param box project
   * pixels; undefined: back to where the project has it.
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

  /** Where it stands now, project pixels. */
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

  /** Notes the file's size. @returns whether it is news. */
  learnSize(): boolean {
    const { handle, natural } = this;
    if (handle?.state !== 'ready') return false;
    const { width, height } = handle;
    if (natural.width === width && natural.height === height) return false;
    this.natural = { width, height };
    return true;
  }

  /** Whether its file and fonts are there, or will never be. */
  get isSettled(): boolean {
    const { handle } = this;
    return !this.awaitsFonts && (!handle || (handle.state !== 'loading' && handle.settled));
  }
}
