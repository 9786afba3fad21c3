/** A texture of the graphics card. */
export interface Texture {
  readonly handle: WebGLTexture;
  /** Which drawing call it was last given a unit in, and which one. */
  call: number;
  unit: number;
}
