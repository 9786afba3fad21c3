import { plainAdjustment } from '../../effects/adjustment.ts';
import { noEffects } from '../../effects/layerEffects.ts';
import { isPicture, isVideo } from '../../kinds/families.ts';
import { NEAREST } from '../../kinds/pictureMotion.ts';
import type { Rect } from '../../layout/fit.ts';
import { fitPicture, fitVisible } from '../../layout/fitPicture.ts';
import { resolutionFactor, transformOf } from '../../layout/layerTransform.ts';
import type { PictureLayer } from '../../project/layers.ts';
import type { Quad } from '../compositor/quad.ts';
import type { MediaHandle } from '../media/mediaPool.ts';
import type { LayerPicture, LayerPictures } from './layerPictures.ts';
import { moveQuad } from './moveQuad.ts';
import { paintNearest } from './paintNearest.ts';
import { holdsSeen } from './paintRegion.ts';
import { FINENESS, placeQuad } from './placeQuad.ts';
import type { PaintedLook, Sprite } from './sprite.ts';
import { dropShadow, updateShadow } from './spriteShadow.ts';
import type { Stage } from './stage.ts';

/** A video shown below this share of its size is downscaled with mipmaps. */
const shrinking = 0.9;

/**
 * Updates a sprite's quad and repaints its layer if it looks different. A painted layer that only moves keeps its
 * image, which is checked again when it stops, because its subpixel position may have changed. @returns whether another
 * drawing is needed.
 */
export function updateSprite(sprite: Sprite, stage: Stage): boolean {
  const { isMoving, isStale, drawn } = sprite;
  const { picture } = drawn;
  if (!isMoving && !isStale && !drawn.hasMoved) return false;
  const moves = isMoving && !isStale && picture !== undefined && !picture.region.isCut;
  sprite.settle();
  drawn.hasMoved = moves;
  if (moves) placeAgain(sprite, picture, stage.scale);
  else renewSprite(sprite, stage);
  updateShadow(sprite, stage);
  const { shadow, box } = sprite;
  const move = sprite.shownMove;
  moveQuad(drawn.quad, box, move, stage.canvas, stage.scale);
  if (shadow) moveQuad(shadow.quad, box, move, stage.canvas, stage.scale);
  return moves;
}

function renewSprite(sprite: Sprite, stage: Stage): void {
  const { handle, layer, drawn } = sprite;
  drawn.quad.blendMode = sprite.look.blendMode;
  const isFile = isVideo(layer) || sprite.motion.view || sprite.look.effects !== noEffects;
  if (isPicture(layer) && isFile && handle?.state === 'ready') {
    updateVideo(sprite, layer, handle, stage);
    return;
  }
  if (handle?.state !== 'loading' && sprite.fonts.isReady) updatePicture(sprite, stage);
  const { picture } = drawn;
  if (!picture) drawn.quad.width = 0;
  else if (!isPicture(layer) || !sprite.look.changesPicture || handle?.state !== 'ready') {
    showPicture(sprite, picture, stage);
  } else if (picture.region.isCut) updateVideo(sprite, layer, handle, stage);
  else showChanged(sprite, layer, handle, picture, stage);
}

/** Releases the painted images of a sprite, which is painted again when it is drawn again. */
export function dropPictures(sprite: Sprite, pictures: LayerPictures): void {
  const { drawn } = sprite;
  if (drawn.picture) pictures.release(drawn.picture);
  drawn.picture = undefined;
  dropShadow(sprite, pictures);
}

/** Returns whether a sprite is visible at all. */
export function isSeen({ drawn, motion }: Sprite): boolean {
  const { quad } = drawn;
  return motion.opacity > 0 && quad.width > 0 && quad.height > 0;
}

function updatePicture(sprite: Sprite, stage: Stage): void {
  const { drawn } = sprite;
  const { current, painted, picture } = drawn;
  describe(sprite, current, stage);
  if (picture && looksSame(current, painted) && showsAll(sprite, picture, stage)) return;
  drawn.picture = stage.pictures.acquire({
    layer: sprite.layer,
    content: current.content,
    box: { ...sprite.box },
    scale: stage.scale,
    canvas: stage.canvas,
    glow: current.glow,
    hue: current.hue,
    shown: current.shown,
    cues: current.cues,
    time: sprite.motion.time,
    phase: `${current.phaseX} ${current.phaseY} ${current.linePhase} ${current.version} ${current.isMissing}`,
    picture: pictureOf(sprite.handle),
    ...(sprite.look.hasOwnShadow ? { part: 'picture' as const } : {}),
    isMissing: current.isMissing,
    ...(current.fineness === 0 ? {} : { fineness: current.fineness }),
  });
  if (picture) stage.pictures.release(picture);
  Object.assign(painted, current);
}

function describe(sprite: Sprite, look: PaintedLook, { scale, shiftsHue, canvas }: Stage): void {
  const { box, handle, motion } = sprite;
  look.content = sprite.look.content;
  look.version = handle ? handle.version : sprite.fonts.version;
  look.isMissing = handle?.state === 'failed';
  look.scale = scale;
  look.width = Math.round(box.width * scale * FINENESS);
  look.height = Math.round(box.height * scale * FINENESS);
  look.glow = motion.glow;
  look.shown = motion.shown;
  look.cues = motion.cues;
  look.hue = sprite.look.paintsHue || !shiftsHue ? motion.hue : 0;
  const isRotated = box.rotation % 360 !== 0;
  look.phaseX = isRotated ? 0 : phaseOf(box.x * scale);
  look.phaseY = isRotated ? 0 : phaseOf(box.y * scale);
  // Lines of text are aligned to whole pixels of the project.
  look.linePhase = sprite.look.hasLetters ? phaseOf(box.y) : 0;
  const move = sprite.shownMove;
  look.fineness = move?.keyed ? resolutionFactor(move, box, canvas) : 0;
}

function phaseOf(place: number): number {
  return Math.round((place - Math.floor(place)) * FINENESS) % FINENESS;
}

function looksSame(a: PaintedLook, b: PaintedLook): boolean {
  return (
    a.content === b.content &&
    a.version === b.version &&
    a.isMissing === b.isMissing &&
    a.scale === b.scale &&
    a.width === b.width &&
    a.height === b.height &&
    a.glow === b.glow &&
    a.hue === b.hue &&
    a.shown === b.shown &&
    a.cues === b.cues &&
    a.phaseX === b.phaseX &&
    a.phaseY === b.phaseY &&
    a.linePhase === b.linePhase &&
    a.fineness === b.fineness
  );
}

function showsAll({ box }: Sprite, { region, reach }: LayerPicture, { canvas }: Stage): boolean {
  if (!region.isCut) return true;
  const from = (rect: typeof reach) => ({ ...rect, x: rect.x + box.x, y: rect.y + box.y });
  return holdsSeen(from(region), from(reach), box, canvas);
}

function pictureOf(handle: MediaHandle | undefined) {
  return handle?.source && { source: handle.source, width: handle.width, height: handle.height };
}

function showPicture(sprite: Sprite, picture: LayerPicture, { scale, shiftsHue }: Stage): void {
  const { quad, fit } = sprite.drawn;
  // Invalidates the crop of a video that was shown before.
  fit.layer = undefined;
  quad.adjustment = plainAdjustment;
  quad.grade = undefined;
  quad.vignette = 0;
  quad.key = undefined;
  quad.radius = 0;
  quad.effects = noEffects;
  quad.drawable = picture.drawable;
  quad.cropX = 0;
  quad.cropY = 0;
  quad.cropWidth = 1;
  quad.cropHeight = 1;
  quad.opacity = sprite.motion.opacity;
  quad.hue = sprite.look.paintsHue || !shiftsHue ? 0 : sprite.motion.hue;
  placePicture(sprite, picture, scale);
}

/** Shows exactly the file's area of a painted image, flipped and with effects, as for a video. */
function showChanged(
  sprite: Sprite,
  layer: PictureLayer,
  handle: MediaHandle,
  picture: LayerPicture,
  stage: Stage,
): void {
  const { scale } = stage;
  const { box } = sprite;
  const { quad, fit } = sprite.drawn;
  showPicture(sprite, picture, stage);
  const { target } = fitPicture(layer, handle, box);
  fit.width = target.width;
  fit.height = target.height;
  fit.offsetX = 0;
  fit.offsetY = 0;
  fit.radius = 0;
  setCrop(quad, layer, {
    x: 0.5 - (picture.offsetX + (target.width * scale) / 2) / picture.width,
    y: 0.5 - (picture.offsetY + (target.height * scale) / 2) / picture.height,
    width: (target.width * scale) / picture.width,
    height: (target.height * scale) / picture.height,
  });
  changeQuad(sprite, scale);
  placeQuad(quad, box, scale, target.width * scale, target.height * scale, 0, 0);
}

/** Sets the effects of a quad from its sprite. */
function changeQuad({ drawn, look }: Sprite, scale: number): void {
  const { quad } = drawn;
  quad.adjustment = look.adjustment;
  quad.grade = look.grade;
  quad.vignette = look.vignette;
  quad.key = look.key;
  quad.unit = scale;
}

/** @param crop shares of the source. */
function setCrop(quad: Quad, { flipped, flippedVertical }: PictureLayer, crop: Rect): void {
  quad.cropX = flipped ? crop.x + crop.width : crop.x;
  quad.cropY = flippedVertical ? crop.y + crop.height : crop.y;
  quad.cropWidth = flipped ? -crop.width : crop.width;
  quad.cropHeight = flippedVertical ? -crop.height : crop.height;
}

/** Moves the shown image with its layer. */
function placeAgain(sprite: Sprite, picture: LayerPicture, scale: number): void {
  if (sprite.look.changesPicture || sprite.motion.view) placeFitted(sprite, scale);
  else placePicture(sprite, picture, scale);
}

function placePicture(sprite: Sprite, picture: LayerPicture, scale: number): void {
  placeQuad(sprite.drawn.quad, sprite.box, scale, picture.width, picture.height, picture.offsetX, picture.offsetY);
}

function updateVideo(sprite: Sprite, layer: PictureLayer, handle: MediaHandle, stage: Stage): void {
  const { box, motion } = sprite;
  const { quad, video, fit } = sprite.drawn;
  const { view } = motion;
  const { width, height } = handle;
  const { scale, canvas } = stage;
  const isRetained = holdSource(sprite, layer, handle, stage);
  if (
    layer !== fit.layer ||
    box.width !== fit.boxWidth ||
    box.height !== fit.boxHeight ||
    width !== fit.sourceWidth ||
    height !== fit.sourceHeight ||
    view
  ) {
    const { crop, target } = fitVisible(layer, handle, box, view);
    fit.offsetX = target.x + (target.width - box.width) / 2;
    fit.offsetY = target.y + (target.height - box.height) / 2;
    setCrop(quad, layer, {
      x: (crop.x - isRetained.x) / isRetained.width,
      y: (crop.y - isRetained.y) / isRetained.height,
      width: crop.width / isRetained.width,
      height: crop.height / isRetained.height,
    });
    fit.width = target.width;
    fit.height = target.height;
    fit.layer = layer;
    fit.boxWidth = box.width;
    fit.boxHeight = box.height;
    fit.sourceWidth = width;
    fit.sourceHeight = height;
  }
  const { shownMove } = sprite;
  const { nearest } = sprite.drawn;
  const isMoved = shownMove?.keyed || nearest;
  const { scaleX, scaleY } = shownMove && isMoved ? transformOf(shownMove, box, canvas) : { scaleX: 1, scaleY: 1 };
  // A prepainted image is hardly downscaled further.
  const least = nearest ? shrinking * NEAREST : shrinking;
  const [across, down] = [Math.abs(quad.cropWidth) * video.width, Math.abs(quad.cropHeight) * video.height];
  video.shrinks = fit.width * scale * scaleX < least * across || fit.height * scale * scaleY < least * down;
  quad.drawable = video;
  quad.opacity = motion.opacity * layer.globalAlpha;
  quad.hue = 0;
  changeQuad(sprite, scale);
  quad.effects = sprite.look.effects;
  const shorter = Math.min(box.width, box.height);
  quad.shorterX = shorter / fit.width;
  quad.shorterY = shorter / fit.height;
  fit.radius = Math.min(layer.radius, fit.width / 2, fit.height / 2);
  placeFitted(sprite, scale);
}

/** Sets the drawable of a sprite to the visible part of its file. @returns that part of the file, in pixels. */
function holdSource(sprite: Sprite, layer: PictureLayer, handle: MediaHandle, stage: Stage): Rect {
  const { box, drawn } = sprite;
  const { video } = drawn;
  const { view } = sprite.motion;
  const { width, height } = handle;
  const whole = view && !sprite.shownMove?.keyed ? fitPicture(layer, handle, box) : undefined;
  const nearest = whole && paintNearest(drawn.nearest, handle, whole, stage);
  drawn.nearest = nearest;
  video.source = nearest?.source ?? handle.source;
  // Negative, so that it never equals a file's version.
  video.version = nearest ? -nearest.number : handle.version;
  video.width = nearest?.source.width ?? width;
  video.height = nearest?.source.height ?? height;
  return nearest && whole ? whole.crop : { x: 0, y: 0, width, height };
}

function placeFitted(sprite: Sprite, scale: number): void {
  const { quad, fit } = sprite.drawn;
  const { width, height, offsetX, offsetY, radius } = fit;
  quad.radius = radius * scale;
  placeQuad(quad, sprite.box, scale, width * scale, height * scale, offsetX * scale, offsetY * scale);
}
