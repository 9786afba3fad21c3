import type { Size } from '../layout/box.ts';
import type { Animation } from '../project/layers.ts';
import { type AnimationState, animationAt, animationLength, animationLoops } from '../timeline/animation.ts';
import { mediaRateAt, mediaTimeAt } from '../timeline/mediaTime.ts';
import type { LayerSpan } from '../timeline/spans.ts';
import { FONT_PATIENCE_MS, fontStateOf, loadFonts, watchFonts } from './fonts.ts';
import type { MediaPool } from './media/mediaPool.ts';
import { Sprite } from './sprite.ts';

/** What sprites of a scene need, and whom they tell. */
export interface SceneSpritesOptions {
  media: MediaPool;
  /** Something that a sprite shows has changed. */
  onChange(): void;
  /** A sprite is no longer shown. */
  onGone(sprite: Sprite): void;
}

/** The sprites of the shown scene. They stay for as long as their layer does, whatever else changes. */
export class SceneSprites {
  /** Back to front. */
  readonly order: Sprite[] = [];
  readonly #byId = new Map<string, Sprite>();
  readonly #options: SceneSpritesOptions;
  readonly #stopWatching: () => void;
  #list = 0;

  constructor(options: SceneSpritesOptions) {
    this.#options = options;
    this.#stopWatching = watchFonts(() => this.#useFonts());
  }

  find(layerId: string): Sprite | undefined {
    return this.#byId.get(layerId);
  }

  /**
   * Takes the layers of a scene, back to front. @param canvas the project's canvas, pixels. @param relayout whether
   * its size has changed. @returns whether there is anything to draw anew.
   */
  set(spans: readonly LayerSpan[], canvas: Size, relayout: boolean): boolean {
    let changed = relayout || this.order.length !== spans.length;
    this.#list += 1;
    for (const [i, span] of spans.entries()) {
      const isKnown = this.#byId.get(span.layer.id)?.layer === span.layer;
      const sprite = this.#take(span, canvas, relayout);
      changed ||= !isKnown || this.order[i] !== sprite;
      this.order[i] = sprite;
      sprite.listed = this.#list;
    }
    this.order.length = spans.length;
    for (const [id, sprite] of this.#byId) if (sprite.listed !== this.#list) this.#drop(id, sprite);
    return changed;
  }

  /**
   * Brings films and animations to a time. @param t seconds of the whole video. @param stillTexts texts are shown as
   * their animation leaves them.
   * @returns whether a text looks otherwise than before; films tell by themselves.
   */
  resolve(t: number, playing: boolean, stillTexts: boolean): boolean {
    let changed = false;
    for (let i = 0; i < this.order.length; i += 1) {
      const sprite = this.order[i] as Sprite;
      const { layer } = sprite;
      if (layer.type === 'video') followTime(sprite, t, playing);
      else if (layer.type === 'text' && layer.animation) {
        changed =
          animate(sprite, stillTexts ? finalState(layer.animation) : stateAt(sprite, layer.animation, t)) || changed;
      }
    }
    return changed;
  }

  /** Ends all uses of media and fonts. */
  dispose(): void {
    this.#stopWatching();
    for (const [id, sprite] of this.#byId) this.#drop(id, sprite);
    this.order.length = 0;
  }

  #take(span: LayerSpan, canvas: Size, relayout: boolean): Sprite {
    const { layer } = span;
    const known = this.#byId.get(layer.id);
    if (known && known.layer === layer) {
      // Times may have shifted although the layer is the same.
      known.setSpan(span);
      if (relayout) known.layOut(canvas);
      return known;
    }
    const sprite = known ?? new Sprite(span);
    const isSameFile = known && sameFile(known, span);
    this.#byId.set(layer.id, sprite);
    if (!isSameFile) this.#openFile(sprite, span);
    sprite.setLayer(span, canvas);
    if (!sprite.hasFonts) this.#awaitFonts(sprite);
    return sprite;
  }

  #openFile(sprite: Sprite, { layer }: LayerSpan): void {
    const before = sprite.handle;
    sprite.natural = { width: 0, height: 0, duration: 0 };
    sprite.hasReported = false;
    sprite.handle =
      layer.type === 'image' || layer.type === 'video'
        ? this.#options.media.acquire(layer.url, layer.type, () => this.#renew(sprite), layer.id)
        : undefined;
    before?.release();
  }

  /** Texts are painted once their fonts are there; after a while with others, and again should they come late. */
  async #awaitFonts(sprite: Sprite): Promise<void> {
    const { layer } = sprite;
    const show = (): void => {
      if (sprite.layer !== layer) return;
      if (sprite.hasFonts) sprite.fontVersion += 1;
      sprite.hasFonts = true;
      this.#renew(sprite);
    };
    const timer = setTimeout(show, FONT_PATIENCE_MS);
    sprite.awaitsFonts = true;
    await loadFonts([layer]);
    clearTimeout(timer);
    if (sprite.layer !== layer) return;
    sprite.awaitsFonts = false;
    sprite.lacksFont = layer.type === 'text' && fontStateOf(layer.fontFamily) !== 'ready';
    show();
  }

  /** Paints texts anew whose font has come after all. */
  #useFonts(): void {
    for (const sprite of this.order) {
      const { layer } = sprite;
      if (!sprite.lacksFont || layer.type !== 'text' || fontStateOf(layer.fontFamily) !== 'ready') continue;
      sprite.lacksFont = false;
      sprite.fontVersion += 1;
      this.#renew(sprite);
    }
  }

  #renew(sprite: Sprite): void {
    sprite.isStale = true;
    this.#options.onChange();
  }

  #drop(id: string, sprite: Sprite): void {
    this.#byId.delete(id);
    sprite.handle?.release();
    sprite.handle = undefined;
    this.#options.onGone(sprite);
  }
}

function sameFile(sprite: Sprite, { layer }: LayerSpan): boolean {
  const before = sprite.layer;
  return before.type === layer.type && ('url' in before ? 'url' in layer && before.url === layer.url : true);
}

function followTime({ span, handle }: Sprite, t: number, playing: boolean): void {
  if (handle && span.media) handle.follow(mediaTimeAt(span, t), playing ? mediaRateAt(span, t) : 0);
}

function stateAt(sprite: Sprite, animation: Animation, t: number): AnimationState {
  return animationAt(animation, Math.max(0, t - sprite.span.start));
}

/** How a text looks in the end; one that is turned around for ever looks as it does at the start. */
function finalState(animation: Animation): AnimationState {
  return animationAt(animation, animationLoops(animation) ? 0 : animationLength(animation));
}

function animate(sprite: Sprite, { opacity, hue, glow }: AnimationState): boolean {
  if (sprite.opacity === opacity && sprite.hue === hue && sprite.glow === glow) return false;
  sprite.opacity = opacity;
  sprite.hue = hue;
  sprite.glow = glow;
  sprite.isStale = true;
  return true;
}
