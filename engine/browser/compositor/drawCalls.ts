import type { InstanceWriter } from './instances.ts';
import type { Quad } from './quad.ts';
import { isAlone, type QuadKind } from './shaders.ts';
import type { Texture } from './texture.ts';

/** Most textures of one draw call; every WebGL2 supports 16. */
export const MAX_UNITS = 16;

/**
 * Adjacent quads with one texture that cover more canvas pixels than this get their own call: selecting among textures
 * for each pixel costs more than a call.
 */
const OWN_CALL_PIXELS = 32_768;

/** Quads that are drawn together. */
export interface DrawCall {
  kind: QuadKind;
  /** Range of the quads in the instance buffer; `end` is exclusive. */
  first: number;
  end: number;
  /** In order of their units. */
  textures: Texture[];
  /** The first quad; for a kind that is drawn alone, the only one. */
  quad: Quad;
}

/** Adjacent quads of one kind with the same texture. */
interface Run extends Omit<DrawCall, 'textures' | 'quad'> {
  texture: Texture;
  quad: Quad;
  pixels: number;
}

/** Splits quads, back to front, into as few draw calls as possible, with large areas of one texture separate. */
export class DrawCalls {
  /** The calls; those from `count` on belong to earlier drawings. */
  readonly list: DrawCall[] = [];
  count = 0;
  readonly #writer: InstanceWriter;
  #run: Run | undefined;
  /** The reused run object. */
  readonly #spare = {} as Run;
  /** Number of the last call that was begun, over all drawings. */
  #number = 0;
  /** Whether the last call accepts no more quads. */
  #isClosed = true;

  /** @param writer receives the quads in the same order. */
  constructor(writer: InstanceWriter) {
    this.#writer = writer;
  }

  begin(): void {
    this.count = 0;
    this.#isClosed = true;
    this.#run = undefined;
  }

  /** Adds the quad that will be written next. */
  add(quad: Quad, kind: QuadKind, texture: Texture): void {
    const run = this.#run;
    const pixels = quad.width * quad.height;
    const at = this.#writer.count;
    if (run && run.kind === kind && run.texture === texture && !isAlone(kind)) {
      run.end = at + 1;
      run.pixels += pixels;
      return;
    }
    this.#endRun();
    this.#run = Object.assign(this.#spare, { kind, texture, quad, first: at, end: at + 1, pixels });
  }

  /** Ends the list of quads. */
  end(): void {
    this.#endRun();
  }

  #endRun(): void {
    const run = this.#run;
    if (!run) return;
    this.#run = undefined;
    const isOwn = isAlone(run.kind) || run.pixels > OWN_CALL_PIXELS;
    const last = this.list[this.count - 1];
    const isJoined = !isOwn && !this.#isClosed && last?.kind === run.kind && hasRoom(last, run.texture, this.#number);
    const call = isJoined ? last : this.#beginCall(run);
    if (run.texture.call !== this.#number) {
      run.texture.call = this.#number;
      run.texture.unit = call.textures.length;
      call.textures.push(run.texture);
    }
    call.end = run.end;
    this.#writer.setUnit(run.first, run.end, run.texture.unit);
    this.#isClosed = isOwn;
  }

  #beginCall({ kind, first, end, quad }: Run): DrawCall {
    const known = this.list[this.count];
    const call = known ?? { kind, first, end, textures: [], quad };
    if (!known) this.list.push(call);
    call.kind = kind;
    call.first = first;
    call.textures.length = 0;
    call.quad = quad;
    this.count += 1;
    this.#number += 1;
    return call;
  }
}

function hasRoom({ textures }: DrawCall, texture: Texture, number: number): boolean {
  return texture.call === number || textures.length < MAX_UNITS;
}
