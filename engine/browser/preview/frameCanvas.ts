import type { Box, Size } from '../../layout/box.ts';
import type { Point } from '../../layout/point.ts';
import type { Frame } from '../../timeline/resolve.ts';
import { transitionEffect } from '../../transitions/index.ts';
import { type CompositorMode, createCompositor } from '../compositor/choose.ts';
import type { Compositor, Incoming } from '../compositor/compositor.ts';
import type { MediaHandle } from '../media/mediaPool.ts';
import type { MediaOf, UpcomingLayer } from '../media/mediaSessions.ts';
import type { MediaSource } from '../media/openMedia.ts';
import type { PlayerCanvas } from '../player/player.ts';
import { FrameView } from './frameView.ts';
import { createLayerPictures, type LayerPictures } from './layerPictures.ts';
import { pickColor } from './pickColor.ts';
import type { Sprite } from './sprite.ts';
import { Sprites } from './sprites.ts';
import type { Stage } from './stage.ts';
import { dropPictures } from './updateSprite.ts';

/** Options of a canvas for frames. */
export interface FrameCanvasOptions {
  /** The canvas; `resize` sets its width and height. It must not have a context yet. */
  canvas: HTMLCanvasElement;
  /** Default auto: WebGL2 on a real graphics card, else Canvas 2D. */
  mode?: CompositorMode;
  /** Called after each drawing. */
  onPainted?: (() => void) | undefined;
}

/** Draws frames. Has no clock and opens no files: its driver calls `draw` after `onChange`. */
export class FrameCanvas implements PlayerCanvas {
  /** Called when it must be redrawn; set by its driver. */
  onChange = (): void => {};
  readonly #onPainted: (() => void) | undefined;
  readonly #compositor: Compositor;
  readonly #pictures: LayerPictures;
  readonly #sprites: Sprites;
  readonly #stage: Stage;
  /** The shown scene, and the previous one during a transition. */
  readonly #shown = new FrameView();
  readonly #outgoing = new FrameView();
  #incoming: Incoming | undefined;
  #hasFrame = false;
  #hiddenLayerId: string | undefined;
  /** Size of the canvas, in its own pixels. */
  #size: Size = { width: 0, height: 0 };
  /** Screen pixels available for it, and the share of the sides that is drawn. */
  #room: Size = { width: 0, height: 0 };
  #quality = 1;
  #isDirty = false;
  #isDisposed = false;
  #drawings = 0;
  #round = 0;

  constructor({ canvas, mode = 'auto', onPainted }: FrameCanvasOptions) {
    this.#onPainted = onPainted;
    this.#compositor = createCompositor(canvas, mode, { onRestored: () => this.#repaintAll() });
    this.#pictures = createLayerPictures({
      maxSide: () => this.#compositor.maxSide,
      passing: this.#compositor.kind === 'webgl',
      forget: (drawable) => this.#compositor.forget(drawable),
    });
    this.#sprites = new Sprites({ onChange: () => this.#change(), onGone: (sprite) => this.#forget(sprite) });
    this.#stage = {
      canvas: { width: 0, height: 0 },
      scale: 0,
      pictures: this.#pictures,
      shiftsHue: this.#compositor.shiftsHue,
    };
  }

  /** The chosen compositor. */
  get mode(): Compositor['kind'] {
    return this.#compositor.kind;
  }

  /** Statistics for tests: drawings so far, layers, painted images and textures. */
  get counts(): { drawings: number; layers: number; pictures: number; textures: number } {
    const layers = this.#shown.sprites.length + this.#outgoing.sprites.length;
    return { drawings: this.#drawings, layers, pictures: this.#pictures.size, textures: this.#compositor.textures };
  }

  /** Whether it must be redrawn, and can be. */
  get isDirty(): boolean {
    const { width, height } = this.#size;
    return this.#isDirty && !this.#isDisposed && this.#hasFrame && width > 0 && height > 0;
  }

  /** Whether the files and fonts of all visible layers are loaded or have failed. */
  get isSettled(): boolean {
    for (const sprite of this.#sprites.all) if (!sprite.isSettled) return false;
    return this.#hasFrame;
  }

  show(frame: Frame, canvas: Size, mediaOf: MediaOf): void {
    if (this.#isDisposed) return;
    this.#round += 1;
    const isResized = this.#setCanvas(canvas);
    const { outgoing } = frame;
    const isChanged = this.#shown.setFrame(frame, this.#sprites, canvas, mediaOf, this.#round);
    const isOutgoingChanged = this.#outgoing.setFrame(outgoing?.frame, this.#sprites, canvas, mediaOf, this.#round);
    this.#sprites.keepListed(this.#round);
    const isMixed = this.#setIncoming(outgoing);
    if (isChanged || isOutgoingChanged || isMixed || isResized || !this.#hasFrame) this.#change();
    this.#hasFrame = true;
  }

  prepare(upcoming: readonly Pick<UpcomingLayer, 'layer'>[]): void {
    for (const { layer } of upcoming) this.#sprites.prepare(layer);
  }

  /** Hides a layer, such as a text that is edited in a field above the canvas; undefined: none. */
  hide(layerId: string | undefined): void {
    if (layerId === this.#hiddenLayerId) return;
    this.#hiddenLayerId = layerId;
    this.#change();
  }

  /**
   * Moves, rotates or resizes one layer immediately, during a drag; the project does not change. Valid until a frame
   * has another version of the layer. Moves and rotations allocate nothing.
   * @param box pixels of the project's canvas (canvasSize); undefined: back to the project's position.
   */
  place(layerId: string, box: Box | undefined): void {
    const sprite = this.#sprites.find(layerId);
    if (!sprite) return;
    sprite.place(box, this.#stage.canvas);
    this.#change();
  }

  /**
   * Returns the current box of a visible layer in project pixels; for a file of unknown size only correct once it is
   * loaded.
   * @returns undefined if it is not visible.
   */
  boxOf(layerId: string): Readonly<Box> | undefined {
    return this.#sprites.find(layerId)?.shownBox(this.#stage.canvas);
  }

  /**
   * Returns the current image of a visible image or video layer with its size and version; undefined if it is not
   * loaded.
   */
  pictureOf(
    layerId: string,
  ): (Pick<MediaHandle, 'width' | 'height' | 'version'> & { source: MediaSource }) | undefined {
    const handle = this.#sprites.find(layerId)?.handle;
    return handle?.state === 'ready' && handle.source ? { ...factsOf(handle), source: handle.source } : undefined;
  }

  /**
   * Returns the color of a visible image's file at a point of the canvas, see pickColor. @param share of its width and
   * height.
   */
  colorAt(layerId: string, share: Point): string | undefined {
    const sprite = this.#sprites.find(layerId);
    const { width, height } = this.#stage.canvas;
    return (
      sprite && pickColor(sprite, sprite.shownBox(this.#stage.canvas), { x: share.x * width, y: share.y * height })
    );
  }

  /** Sets the size of the canvas on the page. @param width,height CSS pixels. @param pixelRatio devicePixelRatio. */
  resize(width: number, height: number, pixelRatio: number): void {
    this.#room = { width: width * pixelRatio, height: height * pixelRatio };
    this.#fit();
  }

  /** Draws with fewer pixels, immediately. @param share of the sides, above 0 to 1, the default. */
  setQuality(share: number): void {
    if (share === this.#quality) return;
    this.#quality = share;
    this.#fit();
    this.draw();
  }

  /** Notifies that the file of a layer has changed. */
  refresh(layerId: string): void {
    this.#sprites.renew(layerId);
  }

  /** Draws if something has changed. */
  draw(): void {
    if (!this.isDirty) return;
    this.#isDirty = false;
    let wantsMore = this.#shown.collect(this.#stage, this.#hiddenLayerId);
    if (this.#incoming) {
      wantsMore = this.#outgoing.collect(this.#stage) || wantsMore;
      this.#incoming.overlaidFrom = this.#shown.overlaidFrom;
    }
    this.#compositor.draw(this.#shown.quads, this.#shown.background, this.#incoming);
    if (wantsMore) this.#change();
    this.#drawings += 1;
    this.#onPainted?.();
  }

  /** Releases images and textures. With Canvas 2D the canvas keeps its content. */
  dispose(): void {
    if (this.#isDisposed) return;
    this.#isDisposed = true;
    this.#sprites.dispose();
    this.#compositor.dispose();
  }

  #fit(): void {
    const { width, height } = this.#room;
    const share = this.#quality * Math.min(1, this.#compositor.maxSide / Math.max(1, width, height));
    const pixels = (length: number) => Math.max(0, Math.round(length * share));
    this.#size = { width: pixels(width), height: pixels(height) };
    this.#compositor.resize(this.#size.width, this.#size.height);
    this.#rescale();
    this.#change();
  }

  #change(): void {
    if (this.#isDisposed) return;
    this.#isDirty = true;
    this.onChange();
  }

  /** @returns whether the transition differs from the last frame. */
  #setIncoming(outgoing: Frame['outgoing']): boolean {
    const before = this.#incoming;
    if (!outgoing) {
      this.#incoming = undefined;
      return before !== undefined;
    }
    const { type, progress, direction = 'left' } = outgoing;
    const effect = transitionEffect(type);
    if (before?.effect === effect && before.progress === progress && before.direction === direction) return false;
    this.#incoming = { effect, progress, direction, overlaidFrom: 0, outgoing: this.#outgoing };
    return true;
  }

  /** @returns whether the size of the project's canvas changed. */
  #setCanvas(canvas: Size): boolean {
    const before = this.#stage.canvas;
    if (canvas.width === before.width && canvas.height === before.height) return false;
    this.#stage.canvas = canvas;
    for (const sprite of this.#sprites.all) sprite.layOut(canvas);
    this.#rescale();
    return true;
  }

  #rescale(): void {
    const { canvas } = this.#stage;
    if (canvas.width === 0 || canvas.height === 0) return;
    // The larger one, so that rounding leaves no bare line at an edge.
    this.#stage.scale = Math.max(this.#size.width / canvas.width, this.#size.height / canvas.height);
    this.#makeStale();
  }

  #makeStale(): void {
    for (const sprite of this.#sprites.all) sprite.makeStale();
  }

  #forget(sprite: Sprite): void {
    dropPictures(sprite, this.#pictures);
    this.#compositor.forget(sprite.drawn.video);
  }

  #repaintAll(): void {
    this.#pictures.forgetAll();
    for (const sprite of this.#sprites.all) this.#forget(sprite);
    this.#makeStale();
    this.#change();
  }
}

function factsOf({ width, height, version }: MediaHandle): Pick<MediaHandle, 'width' | 'height' | 'version'> {
  return { width, height, version };
}
