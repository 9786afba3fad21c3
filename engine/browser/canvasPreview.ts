import type { Box, Size } from '../layout/box.ts';
import { canvasSize } from '../layout/canvasSize.ts';
import { parseRgba } from '../layout/color.ts';
import { withWatermark } from '../layout/watermark.ts';
import { sceneSpans } from '../timeline/spans.ts';
import { type Clock, createClock } from './clock.ts';
import { createCompositor } from './compositor/choose.ts';
import type { Compositor } from './compositor/compositor.ts';
import type { Quad } from './compositor/quad.ts';
import { createLayerPictures, type LayerPictures } from './layerPictures.ts';
import type { Preview, PreviewOptions, Shown } from './preview.ts';
import { SceneSprites } from './sceneSprites.ts';
import type { Sprite } from './sprite.ts';
import { isSeen, type Stage, updateSprite } from './updateSprite.ts';

/** How long `painted` waits for files, milliseconds. */
const PATIENCE_MS = 15_000;

/** The preview of `createPreview`. */
export class CanvasPreview implements Preview {
  readonly #options: PreviewOptions;
  readonly #compositor: Compositor;
  readonly #pictures: LayerPictures;
  readonly #sprites: SceneSprites;
  readonly #clock: Clock;
  readonly #quads: Quad[] = [];
  readonly #waiting = new Set<() => void>();
  readonly #stage: Stage;
  #shown: Shown | undefined;
  #time = Number.NaN;
  #playing = false;
  #stillTexts = false;
  #background = '';
  #color = parseRgba('none');
  /** Size of the canvas, its own pixels. */
  #size: Size = { width: 0, height: 0 };
  #isDirty = false;
  #isDisposed = false;
  #drawings = 0;

  constructor(options: PreviewOptions) {
    this.#options = options;
    this.#clock = (options.clock ?? createClock)({ tick: () => this.#tick() });
    this.#compositor = createCompositor(options.canvas, options.mode ?? 'auto', {
      onRestored: () => this.#repaintAll(),
    });
    this.#pictures = createLayerPictures({
      maxSide: () => this.#compositor.maxSide,
      passing: this.#compositor.kind === 'webgl',
      forget: (drawable) => this.#compositor.forget(drawable),
    });
    this.#sprites = new SceneSprites({
      media: options.media,
      onChange: () => this.#change(),
      onGone: (sprite) => this.#forget(sprite),
    });
    this.#stage = {
      canvas: { width: 0, height: 0 },
      scale: 0,
      pictures: this.#pictures,
      turnsHue: this.#compositor.turnsHue,
    };
  }

  get mode(): Preview['mode'] {
    return this.#compositor.kind;
  }

  get counts(): Preview['counts'] {
    const layers = this.#sprites.order.length;
    return { drawings: this.#drawings, layers, pictures: this.#pictures.size, textures: this.#compositor.textures };
  }

  show(shown: Shown): void {
    if (this.#isDisposed) return;
    const before = this.#shown;
    this.#shown = shown;
    const isNew = shown.project !== before?.project || shown.sceneIndex !== before.sceneIndex;
    if (isNew && this.#openScene(shown)) this.#change();
    if (shown.hiddenLayerId !== before?.hiddenLayerId) this.#change();
    const { time, playing = false, stillTexts = false } = shown;
    const isSame = time === this.#time && playing === this.#playing && stillTexts === this.#stillTexts;
    if (!isNew && isSame) return;
    this.#time = time;
    this.#playing = playing;
    this.#stillTexts = stillTexts;
    this.#resolve();
  }

  place(layerId: string, box: Box | undefined): void {
    const sprite = this.#sprites.find(layerId);
    if (!sprite) return;
    sprite.isPlaced = box !== undefined;
    if (box) sprite.setBox(box);
    else sprite.layOut(this.#stage.canvas);
    this.#change();
  }

  boxOf(layerId: string): Readonly<Box> | undefined {
    return this.#sprites.find(layerId)?.box;
  }

  resize(width: number, height: number, pixelRatio: number): void {
    const limit = Math.min(1, this.#compositor.maxSide / Math.max(1, width * pixelRatio, height * pixelRatio));
    const pixels = (length: number) => Math.max(0, Math.round(length * pixelRatio * limit));
    this.#size = { width: pixels(width), height: pixels(height) };
    this.#compositor.resize(this.#size.width, this.#size.height);
    this.#rescale();
    this.#change();
  }

  painted(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => settle(), PATIENCE_MS);
      const settle = (): void => {
        clearTimeout(timer);
        this.#waiting.delete(settle);
        resolve();
      };
      this.#waiting.add(settle);
      this.#clock.wake();
    });
  }

  draw(): void {
    if (!this.#isDirty || !this.#canDraw) return;
    this.#isDirty = false;
    this.#quads.length = 0;
    const { order } = this.#sprites;
    for (let i = 0; i < order.length; i += 1) this.#updateSprite(order[i] as Sprite);
    this.#compositor.draw(this.#quads, this.#color);
    this.#drawings += 1;
    this.#options.onPainted?.();
  }

  dispose(): void {
    if (this.#isDisposed) return;
    this.#isDisposed = true;
    this.#clock.stop();
    this.#sprites.dispose();
    this.#compositor.dispose();
    for (const settle of this.#waiting) settle();
  }

  #tick(): boolean {
    this.draw();
    if (!this.#isDirty && this.#isSettled()) for (const settle of this.#waiting) settle();
    return this.#isDirty && this.#canDraw;
  }

  get #canDraw(): boolean {
    return !this.#isDisposed && this.#shown !== undefined && this.#size.width > 0 && this.#size.height > 0;
  }

  #isSettled(): boolean {
    if (!this.#shown) return false;
    for (const sprite of this.#sprites.order) if (!sprite.isSettled) return false;
    return true;
  }

  #change(): void {
    if (this.#isDisposed) return;
    this.#isDirty = true;
    this.#clock.wake();
  }

  /** @returns whether there is anything to draw anew. */
  #openScene({ project, sceneIndex }: Shown): boolean {
    const span = sceneSpans(withWatermark(project))[sceneIndex];
    const canvas = canvasSize(project);
    const before = this.#stage.canvas;
    const resized = canvas.width !== before.width || canvas.height !== before.height;
    this.#stage.canvas = canvas;
    if (resized) this.#rescale();
    const recolored = this.#setBackground(span?.scene.background ?? 'none');
    return this.#sprites.set(span?.layers ?? [], canvas, resized) || recolored;
  }

  #setBackground(background: string): boolean {
    if (background === this.#background) return false;
    this.#background = background;
    this.#color = parseRgba(background);
    return true;
  }

  #rescale(): void {
    const { canvas } = this.#stage;
    if (canvas.width === 0 || canvas.height === 0) return;
    // The larger one, so that rounding leaves no bare line at an edge.
    this.#stage.scale = Math.max(this.#size.width / canvas.width, this.#size.height / canvas.height);
    for (const sprite of this.#sprites.order) sprite.isStale = true;
  }

  #resolve(): void {
    const { project } = this.#shown as Shown;
    if (this.#sprites.resolve(this.#time, this.#playing, project.isMuted, this.#stillTexts)) this.#change();
  }

  #updateSprite(sprite: Sprite): void {
    if (sprite.isStale && sprite.handle) this.#learn(sprite);
    if (updateSprite(sprite, this.#stage)) this.#change();
    if (isSeen(sprite) && sprite.layer.id !== this.#shown?.hiddenLayerId) this.#quads.push(sprite.quad);
  }

  #learn(sprite: Sprite): void {
    if (sprite.handle?.state === 'failed') this.#report(sprite);
    if (!sprite.learn()) return;
    sprite.setSpan(sprite.span);
    sprite.layOut(this.#stage.canvas);
    this.#resolve();
  }

  #report(sprite: Sprite): void {
    const { layer } = sprite;
    if (sprite.hasReported || !('url' in layer)) return;
    sprite.hasReported = true;
    this.#options.onProblem?.({ layerId: layer.id, url: layer.url });
  }

  #forget(sprite: Sprite): void {
    if (sprite.picture) this.#pictures.release(sprite.picture);
    sprite.picture = undefined;
    this.#compositor.forget(sprite.film);
  }

  #repaintAll(): void {
    this.#pictures.forgetAll();
    for (const sprite of this.#sprites.order) {
      this.#forget(sprite);
      sprite.isStale = true;
    }
    this.#change();
  }
}
