/** A texture of the graphics card. */
export interface Texture {
  readonly handle: WebGLTexture;
  /** The last draw call that used it, and its unit there. */
  call: number;
  unit: number;
}
