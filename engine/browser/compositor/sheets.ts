import type { Texture } from './texture.ts';

/** Side of a sheet; a power of two, so that pixel centers are exact on any card. */
export const SHEET_SIDE = 1024;
/** Largest and smallest square in a sheet, in pixels. */
const [LARGEST, SMALLEST] = [256, 32];
/** An image that fills less of its square than this gets its own texture. */
const LEAST_FILLED = 0.25;

/** A square of a sheet. */
export interface SheetPlace {
  sheet: Sheet;
  x: number;
  y: number;
  side: number;
}

interface Sheet {
  texture: Texture;
  /** Free squares, by side. */
  free: Map<number, SheetPlace[]>;
  /** Number of used squares. */
  taken: number;
}

/** Textures shared by many small images, so that one call can draw them all. */
export class Sheets {
  readonly #gl: WebGL2RenderingContext;
  readonly #sheets = new Set<Sheet>();

  constructor(gl: WebGL2RenderingContext) {
    this.#gl = gl;
  }

  /**
   * Allocates a square for an image, in pixels; undefined if it is too large or too narrow. May leave another texture
   * bound.
   */
  allocate(width: number, height: number): SheetPlace | undefined {
    const side = Math.max(SMALLEST, 2 ** Math.ceil(Math.log2(Math.max(width, height))));
    if (side > LARGEST || width * height < LEAST_FILLED * side * side) return undefined;
    for (const sheet of this.#sheets) {
      const place = allocateIn(sheet, side);
      if (place) return place;
    }
    return allocateIn(this.#add(), side);
  }

  /** Releases a square. Deletes a sheet without used squares. */
  release(place: SheetPlace): void {
    const { sheet, side } = place;
    sheet.free.get(side)?.push(place);
    sheet.taken -= 1;
    if (sheet.taken > 0) return;
    this.#sheets.delete(sheet);
    this.#gl.deleteTexture(sheet.texture.handle);
  }

  #add(): Sheet {
    const gl = this.#gl;
    const handle = gl.createTexture();
    gl.bindTexture(gl.TEXTURE_2D, handle);
    gl.texStorage2D(gl.TEXTURE_2D, 1, gl.RGBA8, SHEET_SIDE, SHEET_SIDE);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE);
    const sheet: Sheet = { texture: { handle, call: -1, unit: 0 }, free: new Map(), taken: 0 };
    for (let side = SMALLEST; side <= LARGEST; side *= 2) sheet.free.set(side, []);
    const places = sheet.free.get(LARGEST) as SheetPlace[];
    for (let y = SHEET_SIDE - LARGEST; y >= 0; y -= LARGEST)
      for (let x = SHEET_SIDE - LARGEST; x >= 0; x -= LARGEST) places.push({ sheet, x, y, side: LARGEST });
    this.#sheets.add(sheet);
    return sheet;
  }
}

function allocateIn(sheet: Sheet, side: number): SheetPlace | undefined {
  const place = squareOf(sheet, side);
  if (place) sheet.taken += 1;
  return place;
}

/** Returns a free square of a side; splits a larger one into four if there is none. Squares are never merged again. */
function squareOf(sheet: Sheet, side: number): SheetPlace | undefined {
  const free = sheet.free.get(side);
  const found = free?.pop();
  if (found || !free) return found;
  const larger = squareOf(sheet, 2 * side);
  if (!larger) return undefined;
  const { x, y } = larger;
  free.push(
    { sheet, x: x + side, y: y + side, side },
    { sheet, x, y: y + side, side },
    { sheet, x: x + side, y, side },
  );
  return { sheet, x, y, side };
}
