import { type ProgramInfo, setUniforms } from 'twgl.js';
import { blendNumber } from '../../effects/blend.ts';
import { keyUniforms } from '../../effects/chromaKey.ts';
import { CUBE_SIDE, cubeOf } from '../../effects/colorCube.ts';
import type { ColorGrade } from '../../project/colorGrade.ts';
import type { Quad } from './quad.ts';
import { SHEET_SIDE } from './sheets.ts';
import type { TexturePart } from './textures.ts';

/** Texture unit of the backdrop of special quads; their own image has unit 0. */
export const BACKDROP_UNIT = 1;
/** Texture unit of the cube of a color correction. */
export const CUBE_UNIT = 2;
/** Most cubes on the graphics card; each has 431 kB. */
const MAX_CUBES = 8;

/**
 * Draws quads that must be drawn one by one: with a chroma key or color correction, or with a blend mode, for which the
 * canvas below is copied.
 */
export class SpecialQuads {
  readonly #gl: WebGL2RenderingContext;
  #backdrop: WebGLTexture | undefined;
  #width = 0;
  #height = 0;
  /** Cubes on the graphics card, the last used ones at the end. */
  readonly #cubes = new Map<ColorGrade, WebGLTexture>();

  constructor(gl: WebGL2RenderingContext) {
    this.#gl = gl;
  }

  /** Draws a quad with the program in use. Leaves other textures at BACKDROP_UNIT and CUBE_UNIT. */
  draw(quad: Quad, program: ProgramInfo, drawIt: () => void): void {
    const gl = this.#gl;
    const { cropWidth, cropHeight, width, height, unit, drawable } = quad;
    const isShared = (drawable.texture as TexturePart).place !== undefined;
    const across = isShared ? drawable.width / SHEET_SIDE : 1;
    const down = isShared ? drawable.height / SHEET_SIDE : 1;
    const keyStep = [(cropWidth / width) * unit * across, (cropHeight / height) * unit * down];
    setUniforms(program, { ...keyUniforms(quad.key), keyStep, isGraded: quad.grade !== undefined });
    if (quad.grade) this.#bindCube(quad.grade);
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
    for (const cube of this.#cubes.values()) this.#gl.deleteTexture(cube);
    this.#cubes.clear();
    this.#backdrop = undefined;
    this.#width = this.#height = 0;
  }

  #bindCube(grade: ColorGrade): void {
    const gl = this.#gl;
    const known = this.#cubes.get(grade);
    const cube = known ?? gl.createTexture();
    this.#cubes.delete(grade);
    this.#cubes.set(grade, cube);
    gl.activeTexture(gl.TEXTURE0 + CUBE_UNIT);
    gl.bindTexture(gl.TEXTURE_2D, cube);
    if (known) return;
    const [width, height] = [CUBE_SIDE, CUBE_SIDE * CUBE_SIDE];
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGB32F, width, height, 0, gl.RGB, gl.FLOAT, cubeOf(grade));
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.NEAREST);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.NEAREST);
    // Dragging a slider creates many.
    const [oldest] = this.#cubes;
    if (!oldest || this.#cubes.size <= MAX_CUBES) return;
    gl.deleteTexture(oldest[1]);
    this.#cubes.delete(oldest[0]);
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
