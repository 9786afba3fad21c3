import type { Quad } from './quad.ts';

/**
 * What each quad carries in the instance buffer, as the vertex shader names it, and how many numbers. place: centre and
 * size; turn: cosine and sine, half a texel of the source; crop: corner and size; quadLook: cosine and sine of the
 * hue's turn, opacity, vignette; quadLuma: gain, lift and chroma of the tone; quadTint: its u and v; unit: which
 * texture.
 */
export const instanceParts = [
  ['place', 4],
  ['turn', 4],
  ['crop', 4],
  ['quadLook', 4],
  ['quadLuma', 3],
  ['quadTint', 2],
  ['unit', 1],
] as const;

/** Numbers of one quad in the instance buffer. */
export const FLOATS = 22;

/** Writes quads into one array, which grows when it must and is else used again, and sends it to the graphics card. */
export class InstanceWriter {
  /** Quads written. */
  count = 0;
  #data = new Float32Array(64 * FLOATS);
  #sent = 0;

  /** @param unit texture unit of the quad's drawable. */
  write(quad: Quad, unit: number): void {
    if ((this.count + 1) * FLOATS > this.#data.length) this.#grow();
    const data = this.#data;
    const at = this.count * FLOATS;
    const { drawable, hue, tone } = quad;
    data[at] = quad.x;
    data[at + 1] = quad.y;
    data[at + 2] = quad.width;
    data[at + 3] = quad.height;
    data[at + 4] = quad.cos;
    data[at + 5] = quad.sin;
    data[at + 6] = 0.5 / drawable.width;
    data[at + 7] = 0.5 / drawable.height;
    data[at + 8] = quad.cropX;
    data[at + 9] = quad.cropY;
    data[at + 10] = quad.cropWidth;
    data[at + 11] = quad.cropHeight;
    data[at + 12] = hue === 0 ? 1 : Math.cos((hue * Math.PI) / 180);
    data[at + 13] = hue === 0 ? 0 : Math.sin((hue * Math.PI) / 180);
    data[at + 14] = quad.opacity;
    data[at + 15] = quad.vignette;
    data[at + 16] = tone.gain;
    data[at + 17] = tone.lift;
    data[at + 18] = tone.chroma;
    data[at + 19] = tone.u;
    data[at + 20] = tone.v;
    data[at + 21] = unit;
    this.count += 1;
  }

  /** Sends what was written to the buffer that is bound. */
  upload(gl: WebGL2RenderingContext): void {
    if (this.#sent === this.#data.length) {
      gl.bufferSubData(gl.ARRAY_BUFFER, 0, this.#data, 0, this.count * FLOATS);
      return;
    }
    gl.bufferData(gl.ARRAY_BUFFER, this.#data, gl.DYNAMIC_DRAW);
    this.#sent = this.#data.length;
  }

  /** After the card was reset, its buffer has no room yet. */
  forget(): void {
    this.#sent = 0;
  }

  #grow(): void {
    const larger = new Float32Array(this.#data.length * 2);
    larger.set(this.#data);
    this.#data = larger;
  }
}
