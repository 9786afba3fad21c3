import { transitionEffect } from '../effects/index.ts';
import type { Box, Size } from '../layout/box.ts';
import { canvasSize } from '../layout/canvasSize.ts';
import { withWatermark } from '../layout/watermark.ts';
import { heldAt, transitionAt } from '../timeline/resolve.ts';
import { type SceneSpan, sceneSpans } from '../timeline/spans.ts';
import { type Clock, createClock } from './clock.ts';
import { createCompositor } from './compositor/choose.ts';
import type { Coming, Compositor } from './compositor/compositor.ts';
import { createLayerPictures, type LayerPictures } from './layerPictures.ts';
import type { Preview, PreviewOptions, Shown } from './preview.ts';
import { SceneView } from './sceneView.ts';
import type { Sprite } from './sprite.ts';
import type { Stage } from './updateSprite.ts';

/** How long `painted` waits for files, milliseconds. */
const PATIENCE_MS = 15_000;

/** The preview of `createPreview`. */
export class CanvasPreview implements Preview {
  readonly #options: PreviewOptions;
  readonly #compositor: Compositor;
  readonly #pictures: LayerPictures;
  readonly #clock: Clock;
  readonly #waiting = new Set<(isWhole: boolean) => void>();
  readonly #stage: Stage;
  /** The shown scene, and the one before while the shown one comes in. */
  #now: SceneView;
  #before: SceneView;
  #coming: Coming | undefined;
  /** When the scene before stands still, seconds of the whole video. */
  #heldAt = 0;
  #spans: SceneSpan[] = [];
  #shown: Shown | undefined;
  #time = Number.NaN;
  #playing = false;
  #stillTexts = false;
  #isAlone = false;
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
    this.#now = this.#makeView();
    this.#before = this.#makeView();
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
    const layers = this.#now.sprites.order.length + this.#before.sprites.order.length;
    return { drawings: this.#drawings, layers, pictures: this.#pictures.size, textures: this.#compositor.textures };
  }

  show(shown: Shown): void {
    if (this.#isDisposed) return;
    const before = this.#shown;
    this.#shown = shown;
    if (shown.hiddenLayerId !== before?.hiddenLayerId) this.#change();
    const isNew = shown.project !== before?.project || shown.sceneIndex !== before.sceneIndex;
    const { time, playing = false, stillTexts = false, isAlone = stillTexts } = shown;
    const isSame =
      time === this.#time && playing === this.#playing && stillTexts === this.#stillTexts && isAlone === this.#isAlone;
    if (!isNew && isSame) return;
    this.#time = time;
    this.#playing = playing;
    this.#stillTexts = stillTexts;
    this.#isAlone = isAlone;
    if (shown.project !== before?.project) this.#spans = sceneSpans(withWatermark(shown.project));
    if (this.#arrange(shown, isNew)) this.#change();
    this.#resolve();
  }

  place(layerId: string, box: Box | undefined): void {
    const sprite = this.#now.sprites.find(layerId);
    if (!sprite) return;
    sprite.isPlaced = box !== undefined;
    if (box) sprite.setBox(box);
    else sprite.layOut(this.#stage.canvas);
    this.#change();
  }

  boxOf(layerId: string): Readonly<Box> | undefined {
    return this.#now.sprites.find(layerId)?.box;
  }

  resize(width: number, height: number, pixelRatio: number): void {
    const limit = Math.min(1, this.#compositor.maxSide / Math.max(1, width * pixelRatio, height * pixelRatio));
    const pixels = (length: number) => Math.max(0, Math.round(length * pixelRatio * limit));
    this.#size = { width: pixels(width), height: pixels(height) };
    this.#compositor.resize(this.#size.width, this.#size.height);
    this.#rescale();
    this.#change();
  }

  painted(): Promise<boolean> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => settle(false), PATIENCE_MS);
      const settle = (isWhole: boolean): void => {
        clearTimeout(timer);
        this.#waiting.delete(settle);
        resolve(isWhole);
      };
      this.#waiting.add(settle);
      this.#clock.wake();
    });
  }

  draw(): void {
    if (!this.#isDirty || !this.#canDraw) return;
    this.#isDirty = false;
    const coming = this.#coming;
    let wantsMore = this.#now.collect(this.#stage, this.#shown?.hiddenLayerId);
    if (coming) wantsMore = this.#before.collect(this.#stage) || wantsMore;
    this.#compositor.draw(this.#now.quads, this.#now.background, coming);
    if (wantsMore) this.#change();
    this.#drawings += 1;
    this.#options.onPainted?.();
  }

  dispose(): void {
    if (this.#isDisposed) return;
    this.#isDisposed = true;
    this.#clock.stop();
    for (const view of [this.#now, this.#before]) view.sprites.dispose();
    this.#compositor.dispose();
    for (const settle of this.#waiting) settle(false);
  }

  #tick(): boolean {
    this.draw();
    if (!this.#isDirty && this.#isSettled()) for (const settle of this.#waiting) settle(true);
    return this.#isDirty && this.#canDraw;
  }

  get #canDraw(): boolean {
    return !this.#isDisposed && this.#shown !== undefined && this.#size.width > 0 && this.#size.height > 0;
  }

  #isSettled(): boolean {
    return this.#shown !== undefined && this.#now.isSettled && this.#before.isSettled;
  }

  #change(): void {
    if (this.#isDisposed) return;
    this.#isDirty = true;
    this.#clock.wake();
  }

  #makeView(): SceneView {
    return new SceneView({
      media: this.#options.media,
      onChange: () => this.#change(),
      onGone: (sprite) => this.#forget(sprite),
      onLearned: () => this.#resolve(),
      onFailed: ({ layer }) => 'url' in layer && this.#options.onProblem?.({ layerId: layer.id, url: layer.url }),
    });
  }

  /**
   * Puts the scene into its view, and the one before into the other while there is a transition.
   * @returns whether there is anything to draw anew.
   */
  #arrange({ project, sceneIndex }: Shown, isNew: boolean): boolean {
    const shown = this.#spans[sceneIndex];
    const passing = shown && !this.#isAlone ? transitionAt(this.#spans, shown, this.#time) : undefined;
    const coming = this.#coming;
    if (!isNew && !passing && !coming) return false;
    if (!isNew && passing && coming && this.#before.holds(passing.outgoing)) {
      coming.progress = passing.progress;
      return true;
    }
    this.#coming = undefined;
    // What has just been shown goes on standing there with all that is loaded and painted of it, and the other way round.
    const isPassedOn = this.#now.holds(passing?.outgoing) || (!this.#now.holds(shown) && this.#before.holds(shown));
    if (isPassedOn) [this.#now, this.#before] = [this.#before, this.#now];
    const isResized = this.#setCanvas(canvasSize(project));
    const isOpened = this.#now.open(shown, this.#stage.canvas, isResized);
    this.#before.open(passing?.outgoing, this.#stage.canvas, isResized);
    if (passing) {
      const { type, progress, outgoing } = passing;
      this.#coming = { effect: transitionEffect(type), progress, before: this.#before };
      this.#heldAt = heldAt(outgoing);
    }
    return isOpened || passing !== undefined || coming !== undefined;
  }

  /** @returns whether the project's canvas has another size than before. */
  #setCanvas(canvas: Size): boolean {
    const before = this.#stage.canvas;
    if (canvas.width === before.width && canvas.height === before.height) return false;
    this.#stage.canvas = canvas;
    this.#rescale();
    return true;
  }

  #rescale(): void {
    const { canvas } = this.#stage;
    if (canvas.width === 0 || canvas.height === 0) return;
    // The larger one, so that rounding leaves no bare line at an edge.
    this.#stage.scale = Math.max(this.#size.width / canvas.width, this.#size.height / canvas.height);
    for (const view of [this.#now, this.#before]) view.makeStale();
  }

  #resolve(): void {
    const isChanged = this.#now.sprites.resolve(this.#time, this.#playing, this.#stillTexts);
    const isHeldChanged = this.#coming !== undefined && this.#before.sprites.resolve(this.#heldAt, false, false);
    if (isChanged || isHeldChanged) this.#change();
  }

  #forget(sprite: Sprite): void {
    if (sprite.picture) this.#pictures.release(sprite.picture);
    sprite.picture = undefined;
    this.#compositor.forget(sprite.film);
  }

  #repaintAll(): void {
    this.#pictures.forgetAll();
    for (const view of [this.#now, this.#before]) {
      for (const sprite of view.sprites.order) this.#forget(sprite);
      view.makeStale();
    }
    this.#change();
  }
}
