import type { Size } from '../layout/box.ts';
import { parseRgba } from '../layout/color.ts';
import type { SceneSpan } from '../timeline/spans.ts';
import type { Quad } from './compositor/quad.ts';
import { SceneSprites, type SceneSpritesOptions } from './sceneSprites.ts';
import type { Sprite } from './sprite.ts';
import { isSeen, type Stage, updateSprite } from './updateSprite.ts';

/** What a view of a scene needs, and whom it tells. */
export interface SceneViewOptions extends SceneSpritesOptions {
  /** A sprite has learned the size and length of its file. */
  onLearned(): void;
  /** A sprite's file is missing or cannot be shown; told once a file. */
  onFailed(sprite: Sprite): void;
}

/** No two views ever have the same version. */
let versions = 0;

/** One scene as it is drawn: its sprites, their quads and its background. */
export class SceneView {
  readonly sprites: SceneSprites;
  /** Back to front, as of the last `collect`. */
  readonly quads: Quad[] = [];
  background = parseRgba('none');
  /** Another number after each change of what `collect` found. */
  version = 0;
  readonly #options: SceneViewOptions;
  #sceneId: string | undefined;
  #colorName = 'none';
  #isChanged = true;

  constructor(options: SceneViewOptions) {
    this.#options = options;
    this.sprites = new SceneSprites(options);
  }

  /** Whether it holds this scene, whatever has changed in it. */
  holds(span: SceneSpan | undefined): boolean {
    return span !== undefined && this.#sceneId === span.scene.id;
  }

  /**
   * Takes a scene; undefined for none. @param canvas the project's, pixels. @param relayout whether its size has
   * changed. @returns whether there is anything to draw anew.
   */
  open(span: SceneSpan | undefined, canvas: Size, relayout: boolean): boolean {
    const name = span?.scene.background ?? 'none';
    const isRecolored = name !== this.#colorName;
    if (isRecolored) this.background = parseRgba(name);
    this.#colorName = name;
    this.#sceneId = span?.scene.id;
    const isChanged = this.sprites.set(span?.layers ?? [], canvas, relayout) || isRecolored;
    this.#isChanged ||= isChanged;
    return isChanged;
  }

  /** All is to be laid out and painted for another size. */
  makeStale(): void {
    for (const sprite of this.sprites.order) sprite.isStale = true;
  }

  /** Brings the quads up to date. @returns whether something wants to be drawn once more. */
  collect(stage: Stage, hiddenLayerId?: string): boolean {
    const { order } = this.sprites;
    let wantsMore = false;
    this.quads.length = 0;
    for (let i = 0; i < order.length; i += 1) {
      const sprite = order[i] as Sprite;
      if (sprite.isStale || sprite.isMoving || sprite.hasMoved) this.#isChanged = true;
      if (sprite.isStale && sprite.handle) this.#learn(sprite, stage.canvas);
      wantsMore = updateSprite(sprite, stage) || wantsMore;
      if (isSeen(sprite) && sprite.layer.id !== hiddenLayerId) this.quads.push(sprite.quad);
    }
    if (this.#isChanged) {
      versions += 1;
      this.version = versions;
    }
    this.#isChanged = false;
    return wantsMore;
  }

  get isSettled(): boolean {
    const { order } = this.sprites;
    for (let i = 0; i < order.length; i += 1) if (!(order[i] as Sprite).isSettled) return false;
    return true;
  }

  #learn(sprite: Sprite, canvas: Size): void {
    if (sprite.handle?.state === 'failed' && !sprite.hasReported) {
      sprite.hasReported = true;
      this.#options.onFailed(sprite);
    }
    if (!sprite.learn()) return;
    sprite.setSpan(sprite.span);
    sprite.layOut(canvas);
    this.#options.onLearned();
  }
}
