import type { Size } from '../../layout/box.ts';
import type { Picture } from '../../painters/canvas.ts';
import type { MediaHandle } from '../media/mediaPool.ts';
import { contentOf } from './content.ts';
import type { LayerPictures } from './layerPictures.ts';
import { placeQuad } from './placeQuad.ts';
import { type Sprite, SpriteShadow } from './sprite.ts';
import type { Stage } from './stage.ts';

/** Brings the shadow of a sprite up to date, where it has one of its own. */
export function updateShadow(sprite: Sprite, { scale, canvas, pictures }: Stage): void {
  const { layer, handle, box, opacity } = sprite;
  if (!sprite.hasOwnShadow || handle?.state !== 'ready') {
    dropShadow(sprite, pictures);
    return;
  }
  const shadow = sprite.shadow ?? new SpriteShadow();
  sprite.shadow = shadow;
  const phase = `shadow ${handle.width} ${handle.height} ${layer.type === 'video' ? 0 : handle.version}`;
  const painted = `${box.width} ${box.height} ${scale} ${phase} ${contentOf(layer)}`;
  if (painted !== shadow.painted || !shadow.picture || shadow.picture.region.isCut) {
    const before = shadow.picture;
    shadow.painted = painted;
    shadow.picture = pictures.acquire({
      ...{ layer, content: contentOf(layer), box: { ...box }, scale, canvas, phase, part: 'shadow' },
      ...{ glow: 0, hue: 0, shown: 1, cues: undefined, time: undefined, isMissing: false },
      picture: casterOf(layer, handle),
    });
    if (before) pictures.release(before);
  }
  const { drawable, width, height, offsetX, offsetY } = shadow.picture;
  const { quad } = shadow;
  quad.drawable = drawable;
  quad.opacity = opacity;
  quad.blendMode = sprite.quad.blendMode;
  placeQuad(quad, box, scale, width, height, offsetX, offsetY);
}

/** Lets go of the shadow of a sprite. */
export function dropShadow(sprite: Sprite, pictures: LayerPictures): void {
  if (sprite.shadow?.picture) pictures.release(sprite.shadow.picture);
  sprite.shadow = undefined;
}

/** What casts the shadow of a layer: of a video its frame, of which the size is enough. */
function casterOf(layer: Sprite['layer'], { source, width, height }: MediaHandle & Size): Picture {
  return { source: layer.type === 'video' ? undefined : source, width, height };
}
