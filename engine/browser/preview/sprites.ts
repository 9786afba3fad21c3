import { shownCues } from '../../kinds/cueStates.ts';
import { kindOf } from '../../kinds/index.ts';
import type { View } from '../../kinds/pictureMotion.ts';
import type { Size } from '../../layout/box.ts';
import type { Keyed } from '../../motion/keyed.ts';
import type { LayerState, Move } from '../../motion/layerState.ts';
import type { Layer } from '../../project/layers.ts';
import type { ResolvedLayer } from '../../timeline/resolve.ts';
import { FONT_TIMEOUT_MS, fontStateOf, hasFonts, lettersWithout, loadFonts, watchFonts } from '../loadFonts.ts';
import type { MediaOf } from '../media/mediaSessions.ts';
import { Sprite } from './sprite.ts';

/** Events of sprites. */
export interface SpritesOptions {
  /** Something visible of a sprite has changed. */
  onChange(): void;
  /** A sprite is no longer shown. */
  onGone(sprite: Sprite): void;
}

/** The sprites of a frame, one per layer. They exist as long as their layer is shown, in any scene. */
export class Sprites {
  readonly #byId = new Map<string, Sprite>();
  readonly #options: SpritesOptions;
  readonly #stopWatching: () => void;
  /** Layers whose fonts have been preloaded. */
  readonly #prepared = new WeakSet<Layer>();

  constructor(options: SpritesOptions) {
    this.#options = options;
    this.#stopWatching = watchFonts(() => this.#useFonts());
  }

  get all(): Iterable<Sprite> {
    return this.#byId.values();
  }

  find(layerId: string): Sprite | undefined {
    return this.#byId.get(layerId);
  }

  /**
   * Returns the sprite of a layer, updated from the frame. @param canvas size of the project's canvas in pixels.
   * @returns the sprite, and whether it looks different from before.
   */
  update({ layer, animation }: ResolvedLayer, canvas: Size, mediaOf: MediaOf): [sprite: Sprite, isChanged: boolean] {
    const known = this.#byId.get(layer.id);
    const sprite = known ?? new Sprite(layer);
    if (!known) this.#byId.set(layer.id, sprite);
    const isNew = !known || known.layer !== layer;
    const handle = mediaOf(layer.id);
    const isMoved = sprite.setFile(handle);
    if (isNew) this.#setLayer(sprite, layer, canvas);
    return [sprite, animate(sprite, animation) || isNew || isMoved];
  }

  /** Drops all sprites that were not listed in this round. */
  keepListed(round: number): void {
    for (const [id, sprite] of this.#byId) {
      if (sprite.listed === round) continue;
      this.#byId.delete(id);
      this.#options.onGone(sprite);
    }
  }

  /** Notifies that the file of a layer has changed. */
  renew(layerId: string): void {
    const sprite = this.#byId.get(layerId);
    if (sprite) this.#renew(sprite);
  }

  /** Preloads the fonts of a layer that will soon be shown. */
  prepare(layer: Layer): void {
    if (this.#prepared.has(layer)) return;
    this.#prepared.add(layer);
    void loadFonts([layer]);
  }

  /** Drops all sprites. */
  dispose(): void {
    this.#stopWatching();
    this.keepListed(Number.NaN);
  }

  #setLayer(sprite: Sprite, layer: Layer, canvas: Size): void {
    sprite.setLayer(layer, canvas);
    sprite.fonts.isLoading = false;
    sprite.fonts.isReady = kindOf(layer).lettering(layer).every(hasFonts);
    if (!sprite.fonts.isReady) this.#awaitFonts(sprite);
  }

  /** Paints texts when their fonts are loaded; after a timeout with fallbacks, and again if the fonts arrive late. */
  async #awaitFonts(sprite: Sprite): Promise<void> {
    const { layer, fonts } = sprite;
    const show = (): void => {
      if (sprite.layer !== layer) return;
      if (fonts.isReady) fonts.version += 1;
      fonts.isReady = true;
      this.#renew(sprite);
    };
    const timer = setTimeout(show, FONT_TIMEOUT_MS);
    fonts.isLoading = true;
    await loadFonts([layer]);
    clearTimeout(timer);
    if (sprite.layer !== layer) return;
    fonts.isLoading = false;
    fonts.isMissing = lacksFont(layer);
    show();
  }

  /** Repaints texts whose font has arrived. */
  #useFonts(): void {
    for (const sprite of this.#byId.values()) {
      const { fonts, layer } = sprite;
      if (!fonts.isMissing || lacksFont(layer)) continue;
      fonts.isMissing = false;
      fonts.version += 1;
      this.#renew(sprite);
    }
  }

  #renew(sprite: Sprite): void {
    sprite.makeStale();
    this.#options.onChange();
  }
}

function lacksFont(layer: Layer): boolean {
  return kindOf(layer)
    .lettering(layer)
    .some((lettering) => fontStateOf(lettering.fontFamily) !== 'ready' || lettersWithout(lettering).length > 0);
}

function isSameArea(a: View, b: View): boolean {
  return a.x === b.x && a.y === b.y && a.width === b.width && a.height === b.height;
}

function isSameMove(a: Move | undefined, b: Move | undefined): boolean {
  if (a === b) return true;
  if (!a || !b || a.scale !== b.scale || a.away.x !== b.away.x || a.away.y !== b.away.y) return false;
  const isSameView = a.seen === b.seen || (a.seen !== undefined && b.seen !== undefined && isSameArea(a.seen, b.seen));
  return isSameView && isSamePlace(a.keyed, b.keyed);
}

function isSamePlace(a: Keyed | undefined, b: Keyed | undefined): boolean {
  if (!a || !b) return a === b;
  return a.x === b.x && a.y === b.y && a.width === b.width && a.height === b.height && a.rotation === b.rotation;
}

function animate(sprite: Sprite, { opacity, hue, glow, shown, view, time, move }: LayerState): boolean {
  const { motion } = sprite;
  const cues = shownCues(sprite.layer, time);
  const isSameView = motion.view === view || (motion.view && view && isSameArea(motion.view, view));
  const isSame = motion.opacity === opacity && motion.hue === hue && motion.glow === glow && motion.shown === shown;
  if (isSame && isSameView && isSameMove(motion.move, move) && motion.cues === cues) return false;
  motion.view = view;
  motion.move = move;
  motion.cues = cues;
  motion.time = time;
  motion.opacity = opacity;
  motion.hue = hue;
  motion.glow = glow;
  motion.shown = shown;
  sprite.makeStale();
  return true;
}
