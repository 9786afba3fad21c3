import { createFramebufferInfo, createProgramInfo, type FramebufferInfo, type ProgramInfo, setUniforms } from 'twgl.js';
import { directions, type TransitionEffect } from '../../transitions/transition.ts';
import type { Incoming } from './compositor.ts';
import { transitionShader, wholeCanvasShader } from './shaders.ts';

/** Framebuffers for both scenes of a transition and the programs that mix them; created on demand. */
export class TransitionRenderer {
  readonly #gl: WebGL2RenderingContext;
  readonly #onDrawn: () => void;
  readonly #programs = new Map<TransitionEffect, ProgramInfo>();
  readonly #uniforms = { progress: 0, size: [0, 0], direction: directions.left };
  #targets: [outgoing: FramebufferInfo, incoming: FramebufferInfo] | undefined;
  #hasMipmaps = false;
  #emptyArray: WebGLVertexArrayObject | undefined;
  /** Version of the drawn outgoing frame; NaN: none. */
  version = Number.NaN;

  /** @param onDrawn called after it used its own program and vertex array. */
  constructor(gl: WebGL2RenderingContext, onDrawn: () => void) {
    this.#gl = gl;
    this.#onDrawn = onDrawn;
  }

  /** Directs all drawing to one of the framebuffers. */
  aim(which: 'outgoing' | 'incoming'): void {
    const gl = this.#gl;
    this.#targets ??= [this.#makeTarget(), this.#makeTarget()];
    gl.bindFramebuffer(gl.FRAMEBUFFER, this.#targets[which === 'outgoing' ? 0 : 1].framebuffer);
  }

  /**
   * Draws the transition onto the canvas, which is the target of drawing afterwards. Leaves texture units 0 and 1
   * empty.
   */
  draw({ effect, progress, direction }: Pick<Incoming, 'effect' | 'progress' | 'direction'>): void {
    const gl = this.#gl;
    const program = this.#programOf(effect);
    this.#emptyArray ??= gl.createVertexArray();
    gl.bindFramebuffer(gl.FRAMEBUFFER, null);
    gl.bindVertexArray(this.#emptyArray);
    // biome-ignore lint/correctness/useHookAtTopLevel: a call of WebGL, no hook of React.
    gl.useProgram(program.program);
    this.#uniforms.progress = progress;
    this.#uniforms.direction = directions[direction];
    this.#uniforms.size[0] = gl.drawingBufferWidth;
    this.#uniforms.size[1] = gl.drawingBufferHeight;
    this.#bind((i) => this.#targets?.[i]?.attachments[0] ?? null);
    this.#sample(effect.usesMipmaps === true);
    setUniforms(program, this.#uniforms);
    gl.disable(gl.BLEND);
    gl.drawArrays(gl.TRIANGLES, 0, 3);
    gl.enable(gl.BLEND);
    // A texture must not be bound for reading while it is drawn into.
    this.#bind(() => null);
    this.#onDrawn();
  }

  /** Releases the framebuffers: the transition is over, or the canvas was resized. */
  rest(): void {
    this.version = Number.NaN;
    this.#hasMipmaps = false;
    if (!this.#targets) return;
    for (const { framebuffer, attachments } of this.#targets) {
      this.#gl.deleteFramebuffer(framebuffer);
      this.#gl.deleteTexture(attachments[0] ?? null);
    }
    this.#targets = undefined;
  }

  free(): void {
    this.rest();
    for (const { program } of this.#programs.values()) this.#gl.deleteProgram(program);
    this.#programs.clear();
    this.#gl.deleteVertexArray(this.#emptyArray ?? null);
    this.#emptyArray = undefined;
  }

  #bind(textureOf: (unit: number) => WebGLTexture | null): void {
    const gl = this.#gl;
    for (let unit = 0; unit < 2; unit += 1) {
      gl.activeTexture(gl.TEXTURE0 + unit);
      gl.bindTexture(gl.TEXTURE_2D, textureOf(unit));
    }
  }

  /** Sets how both frames are sampled. Creates their mipmaps for each drawing, because the frames change. */
  #sample(usesMipmaps: boolean): void {
    if (!usesMipmaps && !this.#hasMipmaps) return;
    this.#hasMipmaps = usesMipmaps;
    const gl = this.#gl;
    for (let unit = 0; unit < 2; unit += 1) {
      gl.activeTexture(gl.TEXTURE0 + unit);
      gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, usesMipmaps ? gl.LINEAR_MIPMAP_LINEAR : gl.LINEAR);
      if (usesMipmaps) gl.generateMipmap(gl.TEXTURE_2D);
    }
  }

  #makeTarget(): FramebufferInfo {
    const gl = this.#gl;
    const { drawingBufferWidth: width, drawingBufferHeight: height } = gl;
    const attachment = { format: gl.RGBA, min: gl.LINEAR, mag: gl.LINEAR, wrap: gl.CLAMP_TO_EDGE };
    gl.activeTexture(gl.TEXTURE0);
    const target = createFramebufferInfo(gl, [attachment], width, height);
    gl.bindTexture(gl.TEXTURE_2D, null);
    return target;
  }

  #programOf(effect: TransitionEffect): ProgramInfo {
    const known = this.#programs.get(effect);
    if (known) return known;
    const gl = this.#gl;
    const info = createProgramInfo(gl, [wholeCanvasShader, transitionShader(effect.glsl)]);
    // biome-ignore lint/correctness/useHookAtTopLevel: a call of WebGL, no hook of React.
    gl.useProgram(info.program);
    gl.uniform1i(gl.getUniformLocation(info.program, 'beforePicture'), 0);
    gl.uniform1i(gl.getUniformLocation(info.program, 'afterPicture'), 1);
    this.#programs.set(effect, info);
    return info;
  }
}
