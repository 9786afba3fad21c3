import { isPicture, isVideo } from '../../kinds/families.ts';
import { contentOf } from './layerContent.ts';
import type { LayerPictures } from './layerPictures.ts';
import { placeQuad } from './placeQuad.ts';
import { shadowCaster } from './shadowCaster.ts';
import { type Sprite, SpriteShadow } from './sprite.ts';
import type { Stage } from './stage.ts';

/** Updates the separate shadow of a sprite, if it has one. */
export function updateShadow(sprite: Sprite, { scale, canvas, pictures }: Stage): void {
  const { layer, handle, box, look, motion } = sprite;
  const { key } = look;
  const { opacity, view } = motion;
  if (!look.hasOwnShadow || !isPicture(layer) || handle?.state !== 'ready') {
    dropShadow(sprite, pictures);
    return;
  }
  const shadow = sprite.shadow ?? new SpriteShadow();
  sprite.shadow = shadow;
  // For a video without a chroma key its size is enough; with one, the shadow changes with each frame.
  const version = isVideo(layer) && !key ? 0 : handle.version;
  // Two layers may show different moments of one file.
  const seen = key ? `${layer.id} ${JSON.stringify(view)}` : '';
  const phase = `shadow ${handle.width} ${handle.height} ${version} ${seen}`;
  const painted = `${box.width} ${box.height} ${scale} ${phase} ${contentOf(layer)}`;
  if (painted !== shadow.painted || !shadow.picture || shadow.picture.region.isCut) {
    const before = shadow.picture;
    shadow.painted = painted;
    shadow.picture = pictures.acquire({
      ...{ layer, content: contentOf(layer), box: { ...box }, scale, canvas, phase, part: 'shadow' },
      ...{ glow: 0, hue: 0, shown: 1, cues: undefined, time: undefined, isMissing: false },
      ...(key && view ? { view } : {}),
      picture: shadowCaster(layer, handle, { box, key, scale }),
    });
    if (before) pictures.release(before);
  }
  const { drawable, width, height, offsetX, offsetY } = shadow.picture;
  const { quad } = shadow;
  quad.drawable = drawable;
  quad.opacity = opacity;
  quad.blendMode = look.blendMode;
  placeQuad(quad, box, scale, width, height, offsetX, offsetY);
}

/** Releases the shadow of a sprite. */
export function dropShadow(sprite: Sprite, pictures: LayerPictures): void {
  if (sprite.shadow?.picture) pictures.release(sprite.shadow.picture);
  sprite.shadow = undefined;
}
