import { createFramebufferInfo, createProgramInfo, type FramebufferInfo, type ProgramInfo, setUniforms } from 'twgl.js';
import type { EffectPass, LayerEffect } from '../../effects/layerEffect.ts';
import { type EffectQuad, EffectQuadStore, shorterIn } from './effectQuads.ts';
import type { Quad } from './quad.ts';
import { effectShader, wholeTextureShader } from './shaders.ts';
import type { TexturePart } from './textures.ts';

/** Framebuffers of a quad: its picture, then the results of passes. */
type Targets = FramebufferInfo[];

/** Draws the effects of quads into textures of their own. Pictures that stay the same are drawn once. */
export class EffectRenderer {
  readonly #gl: WebGL2RenderingContext;
  readonly #onDrawn: () => void;
  readonly #programs = new Map<LayerEffect, ProgramInfo>();
  readonly #quads: EffectQuadStore<Targets>;
  #emptyArray: WebGLVertexArrayObject | undefined;

  /** @param onDrawn called after it used its own program and vertex array. */
  constructor(gl: WebGL2RenderingContext, onDrawn: () => void) {
    this.#gl = gl;
    this.#onDrawn = onDrawn;
    this.#quads = new EffectQuadStore((targets) => this.#release(targets));
  }

  /**
   * Returns a quad that shows the picture of another after its effects. Leaves the canvas as the target of drawing and
   * texture unit 0 empty.
   * @param drawFlat draws an upright quad that fills a cleared target of its size.
   */
  of(quad: Quad, drawFlat: (flat: Quad) => void): Quad {
    const entry = this.#quads.of(quad);
    if (!entry.update(quad)) return entry.shown;
    const gl = this.#gl;
    const { flat, shown } = entry;
    const passes = quad.effects.flatMap(({ effect, amount }) =>
      effect.passes(amount, shorterIn(entry), flat).map((pass) => ({ effect, pass })),
    );
    const targets = this.#targetsOf(entry, [flat, ...passes.map(({ pass }) => pass)]);
    gl.bindFramebuffer(gl.FRAMEBUFFER, (targets[0] as FramebufferInfo).framebuffer);
    drawFlat(flat);
    gl.activeTexture(gl.TEXTURE0);
    this.#emptyArray ??= gl.createVertexArray();
    gl.bindVertexArray(this.#emptyArray);
    gl.disable(gl.BLEND);
    for (const [i, { effect, pass }] of passes.entries()) this.#draw(effect, pass, targets, i);
    gl.enable(gl.BLEND);
    gl.bindTexture(gl.TEXTURE_2D, null);
    gl.bindFramebuffer(gl.FRAMEBUFFER, null);
    gl.viewport(0, 0, gl.drawingBufferWidth, gl.drawingBufferHeight);
    this.#onDrawn();
    const { attachments, width, height } = targets.at(-1) as FramebufferInfo;
    const texture = { handle: attachments[0] as WebGLTexture, call: -1, unit: 0 };
    const part: TexturePart = { texture, place: undefined, version: shown.drawable.version, hasMipmaps: false };
    shown.drawable.texture = part;
    Object.assign(shown.drawable, { width, height });
    return shown;
  }

  /** Releases the pictures of quads that were not drawn since the last sweep. */
  sweep(): void {
    this.#quads.sweep();
  }

  free(): void {
    this.#quads.free();
    for (const { program } of this.#programs.values()) this.#gl.deleteProgram(program);
    this.#programs.clear();
    this.#gl.deleteVertexArray(this.#emptyArray ?? null);
    this.#emptyArray = undefined;
  }

  #draw(effect: LayerEffect, { width, height, usesMipmaps, uniforms }: EffectPass, targets: Targets, i: number): void {
    const gl = this.#gl;
    const [source, target] = [targets[i], targets[i + 1]] as [FramebufferInfo, FramebufferInfo];
    const program = this.#programOf(effect);
    gl.bindFramebuffer(gl.FRAMEBUFFER, target.framebuffer);
    gl.viewport(0, 0, width, height);
    // biome-ignore lint/correctness/useHookAtTopLevel: a call of WebGL, no hook of React.
    gl.useProgram(program.program);
    gl.bindTexture(gl.TEXTURE_2D, source.attachments[0] as WebGLTexture);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, usesMipmaps ? gl.LINEAR_MIPMAP_NEAREST : gl.LINEAR);
    if (usesMipmaps) gl.generateMipmap(gl.TEXTURE_2D);
    setUniforms(program, uniforms);
    gl.drawArrays(gl.TRIANGLES, 0, 3);
  }

  /** Returns framebuffers of some sizes, those of the last drawing if they fit. */
  #targetsOf(entry: EffectQuad<Targets>, sizes: readonly { width: number; height: number }[]): Targets {
    const known = entry.target;
    const fits = sizes.every(({ width, height }, i) => known?.[i]?.width === width && known[i].height === height);
    if (known && fits && known.length === sizes.length) return known;
    if (known) this.#release(known);
    const gl = this.#gl;
    gl.activeTexture(gl.TEXTURE0);
    entry.target = sizes.map(({ width, height }) => {
      const attachment = { format: gl.RGBA, min: gl.LINEAR, mag: gl.LINEAR, wrap: gl.CLAMP_TO_EDGE };
      return createFramebufferInfo(gl, [attachment], width, height);
    });
    gl.bindTexture(gl.TEXTURE_2D, null);
    return entry.target;
  }

  #release(targets: Targets): void {
    for (const { framebuffer, attachments } of targets) {
      this.#gl.deleteFramebuffer(framebuffer);
      this.#gl.deleteTexture(attachments[0] ?? null);
    }
  }

  #programOf(effect: LayerEffect): ProgramInfo {
    const known = this.#programs.get(effect);
    if (known) return known;
    const info = createProgramInfo(this.#gl, [wholeTextureShader, effectShader(effect.glsl)]);
    this.#programs.set(effect, info);
    return info;
  }
}
