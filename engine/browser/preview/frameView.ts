import type { Size } from '../../layout/box.ts';
import { parseRgba } from '../../layout/color.ts';
import type { Frame } from '../../timeline/resolve.ts';
import type { Quad } from '../compositor/quad.ts';
import type { MediaOf } from '../media/mediaSessions.ts';
import type { Sprite } from './sprite.ts';
import type { Sprites } from './sprites.ts';
import type { Stage } from './stage.ts';
import { isSeen, updateSprite } from './updateSprite.ts';

/** Counter that makes versions unique across views. */
let versions = 0;

/** One scene of a frame: its sprites, their quads and its background. */
export class FrameView {
  /** Back to front. */
  readonly sprites: Sprite[] = [];
  /** Back to front, from the last `collect`. */
  readonly quads: Quad[] = [];
  /** Index of the first quad of a layer of the whole project, from the last `collect`. */
  overlaidFrom = 0;
  background = parseRgba('none');
  /** Changes whenever `collect` finds a change. */
  version = 0;
  #colorName = 'none';
  #isChanged = true;
  /** Number of sprites of the scene, below those of the whole project. */
  #ownSprites = 0;

  /**
   * Sets a frame; undefined for none. @param canvas size of the project's canvas in pixels. @param round number of this
   * call, for `Sprites.keepListed`. @returns whether it must be redrawn.
   */
  setFrame(frame: Frame | undefined, sprites: Sprites, canvas: Size, mediaOf: MediaOf, round: number): boolean {
    const layers = frame?.layers ?? [];
    let isChanged = this.#recolor(frame?.background ?? 'none') || this.sprites.length !== layers.length;
    for (let i = 0; i < layers.length; i += 1) {
      const [sprite, isOther] = sprites.update(layers[i] as Frame['layers'][0], canvas, mediaOf);
      isChanged = isOther || this.sprites[i] !== sprite || isChanged;
      this.sprites[i] = sprite;
      sprite.listed = round;
    }
    this.#ownSprites = layers.length - (frame?.overlaid ?? 0);
    this.sprites.length = layers.length;
    this.#isChanged ||= isChanged;
    return isChanged;
  }

  /** Updates the quads. @returns whether another drawing is needed. */
  collect(stage: Stage, hiddenLayerId?: string): boolean {
    let wantsMore = false;
    this.quads.length = 0;
    for (let i = 0; i < this.sprites.length; i += 1) {
      const sprite = this.sprites[i] as Sprite;
      if (i === this.#ownSprites) this.overlaidFrom = this.quads.length;
      if (sprite.isStale || sprite.isMoving || sprite.drawn.hasMoved) this.#isChanged = true;
      if (sprite.isStale && sprite.learnSize()) sprite.layOut(stage.canvas);
      wantsMore = updateSprite(sprite, stage) || wantsMore;
      if (!isSeen(sprite) || sprite.layer.id === hiddenLayerId) continue;
      if (sprite.shadow) this.quads.push(sprite.shadow.quad);
      this.quads.push(sprite.drawn.quad);
    }
    if (this.#ownSprites >= this.sprites.length) this.overlaidFrom = this.quads.length;
    if (this.#isChanged) {
      versions += 1;
      this.version = versions;
    }
    this.#isChanged = false;
    return wantsMore;
  }

  #recolor(name: string): boolean {
    if (name === this.#colorName) return false;
    this.#colorName = name;
    this.background = parseRgba(name);
    return true;
  }
}
