import type { Drawable, QuadSource } from './quad.ts';
import { type SheetPlace, Sheets } from './sheets.ts';
import type { Texture } from './texture.ts';

/** A drawable's image on the graphics card. */
export interface TexturePart {
  readonly texture: Texture;
  /** Place in a shared texture; undefined: it has its own. */
  readonly place: SheetPlace | undefined;
  version: number;
  hasMipmaps: boolean;
}

/** Keeps the textures of drawables up to date. */
export class TextureStore {
  readonly maxSide: number;
  readonly #gl: WebGL2RenderingContext;
  readonly #uploaded = new Set<Drawable>();
  readonly #sheets: Sheets;
  #scratch: OffscreenCanvas | undefined;

  constructor(gl: WebGL2RenderingContext) {
    this.#gl = gl;
    this.#sheets = new Sheets(gl);
    this.maxSide = gl.getParameter(gl.MAX_TEXTURE_SIZE);
    // Canvases are premultiplied, and blending expects it.
    gl.pixelStorei(gl.UNPACK_PREMULTIPLY_ALPHA_WEBGL, true);
  }

  /** Number of drawables with textures. */
  get size(): number {
    return this.#uploaded.size;
  }

  /**
   * Returns the texture of a drawable, after uploading a newer version; undefined without a source. An upload leaves
   * its texture bound to the active unit and calls `onUpload`.
   */
  of(drawable: Drawable, onUpload: () => void): TexturePart | undefined {
    const known = drawable.texture as TexturePart | undefined;
    if (known && known.version === drawable.version && (known.hasMipmaps || !drawable.shrinks)) return known;
    if (!drawable.source) return known;
    onUpload();
    const part = known ?? this.#create(drawable);
    this.#upload(drawable, drawable.source, part);
    return part;
  }

  forget(drawable: Drawable): void {
    if (!this.#uploaded.delete(drawable)) return;
    const { texture, place } = drawable.texture as TexturePart;
    if (place) this.#sheets.release(place);
    else this.#gl.deleteTexture(texture.handle);
    drawable.texture = undefined;
  }

  forgetAll(): void {
    for (const drawable of this.#uploaded) this.forget(drawable);
  }

  #create(drawable: Drawable): TexturePart {
    const { width, height, passing, shrinks } = drawable;
    // Temporary images are uploaded once and never shrunk, so they can share a sheet.
    const place = passing && !shrinks ? this.#sheets.allocate(width, height) : undefined;
    const texture = place?.sheet.texture ?? { handle: this.#gl.createTexture(), call: -1, unit: 0 };
    const part: TexturePart = { texture, place, version: -1, hasMipmaps: false };
    drawable.texture = part;
    this.#uploaded.add(drawable);
    return part;
  }

  #upload(drawable: Drawable, source: QuadSource, part: TexturePart): void {
    const gl = this.#gl;
    gl.bindTexture(gl.TEXTURE_2D, part.texture.handle);
    if (part.place) {
      gl.texSubImage2D(gl.TEXTURE_2D, 0, part.place.x, part.place.y, gl.RGBA, gl.UNSIGNED_BYTE, source);
    } else this.#uploadWhole(drawable, source);
    part.version = drawable.version;
    part.hasMipmaps = drawable.shrinks;
    if (drawable.passing) free(drawable);
  }

  #uploadWhole({ width, height, shrinks }: Drawable, source: QuadSource): void {
    const gl = this.#gl;
    const large = width > this.maxSide || height > this.maxSide;
    const fitted = large ? this.#shrunk(source, width, height) : source;
    // Videos are passed directly too, because browsers hand a frame to texImage2D without a copy in memory.
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, gl.RGBA, gl.UNSIGNED_BYTE, fitted);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.LINEAR);
    if (shrinks) gl.generateMipmap(gl.TEXTURE_2D);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, shrinks ? gl.LINEAR_MIPMAP_LINEAR : gl.LINEAR);
  }

  /** Returns an image shrunk to the card's maximum size. */
  #shrunk(source: QuadSource, width: number, height: number): OffscreenCanvas {
    const scale = this.maxSide / Math.max(width, height);
    const canvas = this.#scratch ?? new OffscreenCanvas(1, 1);
    this.#scratch = canvas;
    canvas.width = Math.max(1, Math.round(width * scale));
    canvas.height = Math.max(1, Math.round(height * scale));
    const ctx = canvas.getContext('2d');
    if (ctx) ctx.imageSmoothingQuality = 'high';
    ctx?.drawImage(source, 0, 0, canvas.width, canvas.height);
    return canvas;
  }
}

function free(drawable: Drawable): void {
  const canvas = drawable.source;
  drawable.source = undefined;
  if (canvas instanceof OffscreenCanvas) canvas.width = canvas.height = 0;
}
