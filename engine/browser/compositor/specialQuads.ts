import { type ProgramInfo, setUniforms } from 'twgl.js';
import { blendNumber } from '../../effects/blend.ts';
import { keyUniforms } from '../../effects/chromaKey.ts';
import type { Quad } from './quad.ts';
import { SHEET_SIDE } from './sheets.ts';
import type { TexturePart } from './textures.ts';

/** Texture unit of the backdrop of special quads; their own image has unit 0. */
export const BACKDROP_UNIT = 1;

/**
 * Draws quads that must be drawn one by one: with a chroma key, or with a blend mode, for which the canvas below is
 * copied.
 */
export class SpecialQuads {
  readonly #gl: WebGL2RenderingContext;
  #backdrop: WebGLTexture | undefined;
  #width = 0;
  #height = 0;

  constructor(gl: WebGL2RenderingContext) {
    this.#gl = gl;
  }

  /** Draws a quad with the program in use. Leaves another texture at BACKDROP_UNIT. */
  draw(quad: Quad, program: ProgramInfo, drawIt: () => void): void {
    const gl = this.#gl;
    const { cropWidth, cropHeight, width, height, unit, drawable } = quad;
    const isShared = (drawable.texture as TexturePart).place !== undefined;
    const across = isShared ? drawable.width / SHEET_SIDE : 1;
    const down = isShared ? drawable.height / SHEET_SIDE : 1;
    const keyStep = [(cropWidth / width) * unit * across, (cropHeight / height) * unit * down];
    setUniforms(program, { ...keyUniforms(quad.key), keyStep });
    if (quad.blendMode === 'normal') {
      drawIt();
      return;
    }
    this.#copyBelow(quad);
    setUniforms(program, { blendMode: blendNumber(quad.blendMode) });
    // The shader outputs the complete result, so blending is off.
    gl.disable(gl.BLEND);
    drawIt();
    gl.enable(gl.BLEND);
  }

  free(): void {
    this.#gl.deleteTexture(this.#backdrop ?? null);
    this.#backdrop = undefined;
    this.#width = this.#height = 0;
  }

  /** Copies the canvas at the place of a quad to the same place of the backdrop. */
  #copyBelow({ x, y, width, height, cos, sin }: Quad): void {
    const gl = this.#gl;
    const { drawingBufferWidth, drawingBufferHeight } = gl;
    gl.activeTexture(gl.TEXTURE0 + BACKDROP_UNIT);
    this.#backdrop ??= gl.createTexture();
    gl.bindTexture(gl.TEXTURE_2D, this.#backdrop);
    if (this.#width !== drawingBufferWidth || this.#height !== drawingBufferHeight) {
      this.#width = drawingBufferWidth;
      this.#height = drawingBufferHeight;
      gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA8, this.#width, this.#height, 0, gl.RGBA, gl.UNSIGNED_BYTE, null);
      gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.NEAREST);
      gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.NEAREST);
    }
    const across = (Math.abs(cos) * width + Math.abs(sin) * height) / 2 + 2;
    const down = (Math.abs(sin) * width + Math.abs(cos) * height) / 2 + 2;
    const left = Math.max(0, Math.floor(x - across));
    const right = Math.min(this.#width, Math.ceil(x + across));
    // Framebuffer rows count from the bottom.
    const bottom = Math.max(0, Math.floor(this.#height - y - down));
    const top = Math.min(this.#height, Math.ceil(this.#height - y + down));
    if (right <= left || top <= bottom) return;
    gl.copyTexSubImage2D(gl.TEXTURE_2D, 0, left, bottom, left, bottom, right - left, top - bottom);
  }
}
