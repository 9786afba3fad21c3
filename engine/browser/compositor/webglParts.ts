import { createProgramInfo, type ProgramInfo, setUniforms } from 'twgl.js';
import { MAX_UNITS } from './drawCalls.ts';
import { EffectRenderer } from './effectRenderer.ts';
import { FLOATS, instanceParts } from './instances.ts';
import { fragmentShader, isAlone, type QuadKind, vertexShader } from './shaders.ts';
import { BACKDROP_UNIT, CUBE_UNIT, SpecialQuads } from './specialQuads.ts';
import { TextureStore } from './textures.ts';
import { TransitionRenderer } from './transitionRenderer.ts';

/** WebGL resources of the compositor; recreated after the card was reset. */
export interface Parts {
  textures: TextureStore;
  transitions: TransitionRenderer;
  /** Activates the program of a kind. @param isOne whether all quads have one texture. @returns the program. */
  use(kind: QuadKind, isOne: boolean): ProgramInfo;
  effects: EffectRenderer;
  /** Draws special quads. */
  special: SpecialQuads;
  /** Points the instance attributes at an offset of the buffer. */
  pointAt(firstInstance: number): void;
  setCanvasSize(width: number, height: number): void;
  free(): void;
}

/** Creates the resources. Leaves their instance buffer bound and blending on. */
export function makeParts(gl: WebGL2RenderingContext): Parts {
  const programs = quadPrograms(gl);
  const vertexArray = gl.createVertexArray();
  gl.bindVertexArray(vertexArray);
  const corners = gl.createBuffer();
  gl.bindBuffer(gl.ARRAY_BUFFER, corners);
  gl.bufferData(gl.ARRAY_BUFFER, new Float32Array([-0.5, -0.5, 0.5, -0.5, -0.5, 0.5, 0.5, 0.5]), gl.STATIC_DRAW);
  gl.enableVertexAttribArray(0);
  gl.vertexAttribPointer(0, 2, gl.FLOAT, false, 0, 0);
  const instances = gl.createBuffer();
  gl.bindBuffer(gl.ARRAY_BUFFER, instances);
  gl.enable(gl.BLEND);
  gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
  const onDrawn = (): void => {
    programs.forget();
    gl.bindVertexArray(vertexArray);
  };
  const parts: Parts = {
    textures: new TextureStore(gl),
    transitions: new TransitionRenderer(gl, onDrawn),
    effects: new EffectRenderer(gl, onDrawn),
    use: programs.use,
    special: new SpecialQuads(gl),
    pointAt: pointer(gl),
    setCanvasSize: programs.setCanvasSize,
    free: () => {
      parts.special.free();
      parts.effects.free();
      gl.deleteVertexArray(vertexArray);
      for (const buffer of [corners, instances]) gl.deleteBuffer(buffer);
      programs.free();
    },
  };
  return parts;
}

/**
 * Returns the layout of the instance attributes; location 0 is the corner. All programs share it, so one vertex array
 * serves them.
 */
function placedParts() {
  let at = 0;
  return instanceParts.map(({ name, size }, i) => {
    const offset = at;
    at += size;
    return { name, size, offset, place: i + 1 };
  });
}

interface QuadProgram {
  info: ProgramInfo;
  /** The canvas size of its uniform, in pixels. */
  width: number;
  height: number;
}

/** Creates the programs of quads on demand: for each kind one for a single texture and one for many. */
function quadPrograms(gl: WebGL2RenderingContext) {
  const one: Partial<Record<QuadKind, QuadProgram>> = {};
  const many: Partial<Record<QuadKind, QuadProgram>> = {};
  let used: QuadProgram | undefined;
  const canvas = { width: 0, height: 0 };
  const programOf = (kind: QuadKind, isOne: boolean): QuadProgram => {
    const made = isOne ? one : many;
    const known = made[kind] ?? { info: makeProgram(gl, kind, isOne ? 1 : MAX_UNITS), width: 0, height: 0 };
    made[kind] = known;
    return known;
  };
  return {
    use(kind: QuadKind, isOne: boolean): ProgramInfo {
      const needed = programOf(kind, isOne);
      // biome-ignore lint/correctness/useHookAtTopLevel: a call of WebGL, no hook of React.
      if (used !== needed) gl.useProgram(needed.info.program);
      used = needed;
      if (needed.width === canvas.width && needed.height === canvas.height) return needed.info;
      setUniforms(needed.info, { canvasSize: [canvas.width, canvas.height] });
      Object.assign(needed, canvas);
      return needed.info;
    },
    setCanvasSize: (width: number, height: number) => Object.assign(canvas, { width, height }),
    /** Marks that another program was used. */
    forget(): void {
      used = undefined;
    },
    free(): void {
      for (const { info } of [...Object.values(one), ...Object.values(many)]) gl.deleteProgram(info.program);
    },
  };
}

function makeProgram(gl: WebGL2RenderingContext, kind: QuadKind, count: number): ProgramInfo {
  const places = Object.fromEntries(placedParts().map(({ name, place }) => [name, place]));
  const sources = [vertexShader(kind), fragmentShader(count, kind)];
  const info = createProgramInfo(gl, sources, { attribLocations: { corner: 0, ...places } });
  // biome-ignore lint/correctness/useHookAtTopLevel: a call of WebGL, no hook of React.
  gl.useProgram(info.program);
  const units = Array.from({ length: count }, (_, i) => i);
  gl.uniform1iv(gl.getUniformLocation(info.program, 'pictures'), units);
  if (isAlone(kind)) gl.uniform1i(gl.getUniformLocation(info.program, 'cube'), CUBE_UNIT);
  if (kind === 'special') gl.uniform1i(gl.getUniformLocation(info.program, 'backdrop'), BACKDROP_UNIT);
  return info;
}

/** WebGL2 has no base instance, so the attribute offsets are changed instead; only with several calls. */
function pointer(gl: WebGL2RenderingContext): (firstInstance: number) => void {
  const parts = placedParts();
  for (const { place } of parts) {
    gl.enableVertexAttribArray(place);
    gl.vertexAttribDivisor(place, 1);
  }
  let now = -1;
  const pointAt = (first: number): void => {
    if (first === now) return;
    now = first;
    for (let i = 0; i < parts.length; i += 1) {
      const { place, size, offset } = parts[i] as (typeof parts)[number];
      gl.vertexAttribPointer(place, size, gl.FLOAT, false, FLOATS * 4, (first * FLOATS + offset) * 4);
    }
  };
  pointAt(0);
  return pointAt;
}
