import { transitionEffect } from '../../effects/index.ts';
import type { Box, Size } from '../../layout/box.ts';
import type { Point } from '../../layout/point.ts';
import type { Frame } from '../../timeline/resolve.ts';
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
import { dropShadow } from './spriteShadow.ts';
import { Sprites } from './sprites.ts';
import type { Stage } from './stage.ts';

/** What a canvas for frames needs. */
export interface FrameCanvasOptions {
  /** Drawn on; its width and height are set by `resize`. It must not have given a context before. */
  canvas: HTMLCanvasElement;
  /** Default auto: WebGL2 where it is real, else Canvas 2D. */
  mode?: CompositorMode;
  /** Called after each drawing. */
  onPainted?: (() => void) | undefined;
}

/**
 * Draws frames, and nothing but what they say. It has no clock and opens no files: whoever drives it calls `draw` when
 * `onChange` has asked for it.
 */
export class FrameCanvas implements PlayerCanvas {
  /** Called when something is to be drawn anew; its driver sets it. */
  onChange = (): void => {};
  readonly #onPainted: (() => void) | undefined;
  readonly #compositor: Compositor;
  readonly #pictures: LayerPictures;
  readonly #sprites: Sprites;
  readonly #stage: Stage;
  /** The shown scene, and the one before while the shown one comes in. */
  readonly #shown = new FrameView();
  readonly #outgoing = new FrameView();
  #incoming: Incoming | undefined;
  #hasFrame = false;
  #hiddenLayerId: string | undefined;
  /** Size of the canvas, its own pixels. */
  #size: Size = { width: 0, height: 0 };
  /** How many there are on the screen for it, and which share of the sides is drawn. */
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

  /** The way that was chosen. */
  get mode(): Compositor['kind'] {
    return this.#compositor.kind;
  }

  /** What it holds now, for tests: drawings so far, layers, painted pictures and textures. */
  get counts(): { drawings: number; layers: number; pictures: number; textures: number } {
    const layers = this.#shown.sprites.length + this.#outgoing.sprites.length;
    return { drawings: this.#drawings, layers, pictures: this.#pictures.size, textures: this.#compositor.textures };
  }

  /** Whether something is to be drawn anew, and can be. */
  get isDirty(): boolean {
    const { width, height } = this.#size;
    return this.#isDirty && !this.#isDisposed && this.#hasFrame && width > 0 && height > 0;
  }

  /** Whether the files and fonts of all that is shown are there, or will never be. */
  get isSettled(): boolean {
    for (const sprite of this.#sprites.all) if (!sprite.isSettled) return false;
    return this.#hasFrame;
  }

  show(frame: Frame, canvas: Size, mediaOf: MediaOf): void {
    if (this.#isDisposed) return;
    this.#round += 1;
    const isResized = this.#setCanvas(canvas);
    const { outgoing } = frame;
    const isChanged = this.#shown.take(frame, this.#sprites, canvas, mediaOf, this.#round);
    const isHeldChanged = this.#outgoing.take(outgoing?.frame, this.#sprites, canvas, mediaOf, this.#round);
    this.#sprites.keepListed(this.#round);
    const isMixed = this.#setIncoming(outgoing);
    if (isChanged || isHeldChanged || isMixed || isResized || !this.#hasFrame) this.#change();
    this.#hasFrame = true;
  }

  prepare(upcoming: readonly Pick<UpcomingLayer, 'layer'>[]): void {
    for (const { layer } of upcoming) this.#sprites.prepare(layer);
  }

  /** Leaves out a layer, such as a text that is being typed in a field above the canvas; undefined: none. */
  hide(layerId: string | undefined): void {
    if (layerId === this.#hiddenLayerId) return;
    this.#hiddenLayerId = layerId;
    this.#change();
  }

  /**
   * Moves, rotates or resizes one layer at once, while it is dragged; the project stays as it is. It holds until a frame
   * brings another version of the layer. Allocates nothing for a move or a rotation.
   * @param box pixels of the project's canvas (canvasSize); undefined: back to where the project has it.
   */
  place(layerId: string, box: Box | undefined): void {
    const sprite = this.#sprites.find(layerId);
    if (!sprite) return;
    sprite.place(box, this.#stage.canvas);
    this.#change();
  }

  /**
   * Where a shown layer stands now, project pixels; for a file without a known size only right once it is loaded.
   * @returns undefined when it is not shown.
   */
  boxOf(layerId: string): Readonly<Box> | undefined {
    return this.#sprites.find(layerId)?.shownBox(this.#stage.canvas);
  }

  /** What the file of a shown picture or video shows now, with its size, another version after each change; undefined where it is not there. */
  pictureOf(
    layerId: string,
  ): (Pick<MediaHandle, 'width' | 'height' | 'version'> & { source: MediaSource }) | undefined {
    const handle = this.#sprites.find(layerId)?.handle;
    return handle?.state === 'ready' && handle.source ? { ...factsOf(handle), source: handle.source } : undefined;
  }

  /** The color of a shown picture's file at a point of the canvas, see pickColor. @param share of its width and height. */
  colorAt(layerId: string, share: Point): string | undefined {
    const sprite = this.#sprites.find(layerId);
    const { width, height } = this.#stage.canvas;
    return (
      sprite && pickColor(sprite, sprite.shownBox(this.#stage.canvas), { x: share.x * width, y: share.y * height })
    );
  }

  /** Says how large the canvas is on the page. @param width,height CSS pixels. @param pixelRatio devicePixelRatio. */
  resize(width: number, height: number, pixelRatio: number): void {
    this.#room = { width: width * pixelRatio, height: height * pixelRatio };
    this.#fit();
  }

  /** Draws fewer pixels than there is room for, at once. @param share of the sides, over 0 and up to 1, the usual one. */
  setQuality(share: number): void {
    if (share === this.#quality) return;
    this.#quality = share;
    this.#fit();
    this.draw();
  }

  /** The file of a layer has changed. */
  refresh(layerId: string): void {
    this.#sprites.renew(layerId);
  }

  /** Draws what has changed. */
  draw(): void {
    if (!this.isDirty) return;
    this.#isDirty = false;
    let wantsMore = this.#shown.collect(this.#stage, this.#hiddenLayerId);
    if (this.#incoming) wantsMore = this.#outgoing.collect(this.#stage) || wantsMore;
    this.#compositor.draw(this.#shown.quads, this.#shown.background, this.#incoming);
    if (wantsMore) this.#change();
    this.#drawings += 1;
    this.#onPainted?.();
  }

  /** Lets go of pictures and textures. By Canvas 2D the picture stays on the canvas. */
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

  /** @returns whether the scene comes in otherwise than at the last frame. */
  #setIncoming(outgoing: Frame['outgoing']): boolean {
    const before = this.#incoming;
    if (!outgoing) {
      this.#incoming = undefined;
      return before !== undefined;
    }
    const { type, progress } = outgoing;
    const effect = transitionEffect(type);
    if (before?.effect === effect && before.progress === progress) return false;
    this.#incoming = { effect, progress, outgoing: this.#outgoing };
    return true;
  }

  /** @returns whether the project's canvas has another size than before. */
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
    for (const sprite of this.#sprites.all) sprite.isStale = true;
  }

  #forget(sprite: Sprite): void {
    if (sprite.picture) this.#pictures.release(sprite.picture);
    sprite.picture = undefined;
    dropShadow(sprite, this.#pictures);
    this.#compositor.forget(sprite.video);
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
