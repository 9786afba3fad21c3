import type { Quad } from './quad.ts';
import { SHEET_SIDE, type SheetPlace } from './sheets.ts';

/** A field of a quad's instance data. */
interface InstancePart {
  /** Name in the vertex shader. */
  name: string;
  /** Number of components. */
  size: number;
  /** Writes the components. @param place of its image in a sheet; undefined: it has its own texture. */
  put(data: Float32Array, at: number, quad: Quad, place: SheetPlace | undefined): void;
}

/** Fields of a quad's instance data, in this order. */
export const instanceParts: readonly InstancePart[] = [
  // Center and size.
  {
    name: 'place',
    size: 4,
    put: (data, at, { x, y, width, height }) => {
      data[at] = x;
      data[at + 1] = y;
      data[at + 2] = width;
      data[at + 3] = height;
    },
  },
  // Cosine and sine of the rotation; half a texel of the texture.
  {
    name: 'turn',
    size: 4,
    put: (data, at, { cos, sin, drawable }, place) => {
      data[at] = cos;
      data[at + 1] = sin;
      data[at + 2] = 0.5 / (place ? SHEET_SIDE : drawable.width);
      data[at + 3] = 0.5 / (place ? SHEET_SIDE : drawable.height);
    },
  },
  // Corner and size, as shares of the texture.
  {
    name: 'crop',
    size: 4,
    put: (data, at, { cropX, cropY, cropWidth, cropHeight, drawable }, place) => {
      const across = place ? drawable.width / SHEET_SIDE : 1;
      const down = place ? drawable.height / SHEET_SIDE : 1;
      data[at] = cropX * across + (place ? place.x / SHEET_SIDE : 0);
      data[at + 1] = cropY * down + (place ? place.y / SHEET_SIDE : 0);
      data[at + 2] = cropWidth * across;
      data[at + 3] = cropHeight * down;
    },
  },
  // Cosine and sine of the hue rotation, opacity, vignette.
  {
    name: 'quadLook',
    size: 4,
    put: (data, at, { hue, opacity, vignette }) => {
      data[at] = hue === 0 ? 1 : Math.cos((hue * Math.PI) / 180);
      data[at + 1] = hue === 0 ? 0 : Math.sin((hue * Math.PI) / 180);
      data[at + 2] = opacity;
      data[at + 3] = vignette;
    },
  },
  {
    name: 'quadLuma',
    size: 3,
    put: (data, at, { adjustment }) => {
      data[at] = adjustment.gain;
      data[at + 1] = adjustment.lift;
      data[at + 2] = adjustment.chroma;
    },
  },
  {
    name: 'quadTint',
    size: 2,
    put: (data, at, { adjustment }) => {
      data[at] = adjustment.u;
      data[at + 1] = adjustment.v;
    },
  },
  {
    name: 'quadRadius',
    size: 1,
    put: (data, at, { radius }) => {
      data[at] = radius;
    },
  },
  {
    name: 'quadSeen',
    size: 4,
    put: (data, at, { seen }) => {
      data[at] = seen.left;
      data[at + 1] = seen.top;
      data[at + 2] = seen.right;
      data[at + 3] = seen.bottom;
    },
  },
  // Texture unit in the draw call; set when all of its quads are known.
  {
    name: 'unit',
    size: 1,
    put: () => {},
  },
];

/** Components of a quad in the instance buffer. */
export const FLOATS = instanceParts.reduce((sum, { size }) => sum + size, 0);

/** Writes quads into a reused, growing array, and uploads it to the graphics card. */
export class InstanceWriter {
  /** Number of quads written. */
  count = 0;
  #data = new Float32Array(64 * FLOATS);
  #sent = 0;

  /** @param place of its image in a sheet, if any. */
  write(quad: Quad, place: SheetPlace | undefined): void {
    if ((this.count + 1) * FLOATS > this.#data.length) this.#grow();
    let at = this.count * FLOATS;
    for (const { size, put } of instanceParts) {
      put(this.#data, at, quad, place);
      at += size;
    }
    this.count += 1;
  }

  /** Sets the texture unit of a range of quads. @param end exclusive. */
  setUnit(first: number, end: number, unit: number): void {
    for (let i = first; i < end; i += 1) this.#data[(i + 1) * FLOATS - 1] = unit;
  }

  /** Uploads the data to the bound buffer. */
  upload(gl: WebGL2RenderingContext): void {
    if (this.#sent === this.#data.length) {
      gl.bufferSubData(gl.ARRAY_BUFFER, 0, this.#data, 0, this.count * FLOATS);
      return;
    }
    gl.bufferData(gl.ARRAY_BUFFER, this.#data, gl.DYNAMIC_DRAW);
    this.#sent = this.#data.length;
  }

  /** Marks the buffer as empty, after the card was reset. */
  forget(): void {
    this.#sent = 0;
  }

  #grow(): void {
    const larger = new Float32Array(this.#data.length * 2);
    larger.set(this.#data);
    this.#data = larger;
  }
}
