import { parseRgba } from '../layout/color.ts';
import type { ChromaKey } from '../project/chromaKey.ts';
import { blueWeight, greenWeight, redWeight, uScale, vScale } from './bt709.ts';

/** A chroma key in computed form, shared by browser and ffmpeg. */
export interface Key {
  /** Color differences of its color: BT.709, limited range, 8 bits. */
  u: number;
  v: number;
  similarity: number;
  smoothness: number;
  /** Share of spilled light to remove, and its color; 0 if the key color is neither green nor blue. */
  spill: number;
  screen: 'green' | 'blue';
}

/** Largest difference in ffmpeg's filter chromakey: the diagonal of 8 bits. */
const diagonal = 255 * Math.SQRT2;
/** Smoothness up to this counts as none, as in that filter. */
const leastSmoothness = 1e-4;

/** Computes the parameters of a layer's chroma key. */
export function keyOf({ color, similarity, smoothness, spill }: ChromaKey): Key {
  const { r, g, b } = parseRgba(color);
  const [u, v] = differencesOf(255 * r, 255 * g, 255 * b);
  const isScreen = Math.max(g, b) > r;
  return { u, v, similarity, smoothness, spill: isScreen ? spill : 0, screen: b > g ? 'blue' : 'green' };
}

/** Returns the color differences of a color of 0 to 255, rounded as in 8-bit video. */
function differencesOf(r: number, g: number, b: number): [u: number, v: number] {
  const y = redWeight * r + greenWeight * g + blueWeight * b;
  return [Math.round(128 + (b - y) * perU), Math.round(128 + (r - y) * perV)];
}

const [perU, perV] = [224 / 255 / uScale, 224 / 255 / vScale];

/**
 * The key in GLSL: vec4 keyed(vec4 color, vec2 at, vec4 inside) of a premultiplied color that `pick` returned for `at`.
 * Matches ffmpeg's filters chromakey (libavfilter/vf_chromakey.c, do_chromakey_pixel: the mean difference of nine
 * pixels) and despill (vf_despill.c, do_despill_slice, mix 0.5). inside: the texture area of the image. Uniforms: key
 * (u, v, similarity, smoothness; all 0 for none), keySpill (of green, of blue), keyStep (texture distance of one
 * project pixel).
 */
export const keyGlsl = `uniform vec4 key;
uniform vec2 keySpill;
uniform vec2 keyStep;
vec4 pick(vec2 at);

float keyDifference(vec4 color) {
  vec3 rgb = color.rgb / max(color.a, 0.001);
  float y = dot(rgb, vec3(${redWeight}, ${greenWeight}, ${blueWeight}));
  vec2 differences = floor(224.0 * vec2((rgb.b - y) / ${uScale}, (rgb.r - y) / ${vScale}) + 128.5);
  return length(differences - key.xy) / ${diagonal};
}

vec4 keyed(vec4 color, vec2 at, vec4 inside) {
  if (key == vec4(0.0)) return color;
  float own = keyDifference(color);
  float sum = own;
  for (int i = 0; i < 9; i += 1) {
    if (i == 4) continue;
    vec4 beside = pick(clamp(at + vec2(i % 3 - 1, i / 3 - 1) * keyStep, inside.xy, inside.zw));
    sum += beside.a < 0.004 ? own : keyDifference(beside);
  }
  float over = sum / 9.0 - key.z;
  float solid = key.w > ${leastSmoothness} ? clamp(over / key.w, 0.0, 1.0) : (over > 0.0 ? 1.0 : 0.0);
  vec3 rgb = color.rgb;
  vec2 spilt = max(vec2(rgb.g - (rgb.r + rgb.b) * 0.5, rgb.b - (rgb.r + rgb.g) * 0.5), vec2(0.0));
  rgb.gb -= keySpill * spilt;
  return vec4(rgb, color.a) * solid;
}`;

/** Returns the uniforms of keyGlsl except keyStep. @param key undefined: none. */
export function keyUniforms(key: Key | undefined): { key: number[]; keySpill: number[] } {
  if (!key) return { key: [0, 0, 0, 0], keySpill: [0, 0] };
  const { u, v, similarity, smoothness, spill, screen } = key;
  return { key: [u, v, similarity, smoothness], keySpill: screen === 'green' ? [spill, 0] : [0, spill] };
}

/**
 * Applies the key to RGBA pixels with straight alpha, in place. @param width pixels per row. @param unit pixels per
 * project pixel, which is the distance of the neighbors; below 0.5 no neighbors count.
 */
export function keyPixels(pixels: Uint8ClampedArray, width: number, key: Key, unit: number): void {
  const height = pixels.length / 4 / width;
  const unlike = unlikenesses(pixels, key);
  const step = Math.round(unit);
  for (let y = 0, i = 0; y < height; y += 1) {
    const above = width * Math.max(0, y - step);
    const row = width * y;
    const below = width * Math.min(height - 1, y + step);
    for (let x = 0; x < width; x += 1, i += 1) {
      const own = unlike[i] as number;
      if (own < 0) continue;
      const left = Math.max(0, x - step);
      const right = Math.min(width - 1, x + step);
      const ownRow = rowSum(unlike, row + left, row + x, row + right, own);
      const sum = ownRow + rowSum(unlike, above + left, above + x, above + right, own);
      const all = sum + rowSum(unlike, below + left, below + x, below + right, own);
      keyPixel(pixels, 4 * i, key, all / 9 - key.similarity);
    }
  }
}

/** Returns the difference of each pixel to the key color; negative for a transparent pixel, which has no color. */
function unlikenesses(pixels: Uint8ClampedArray, { u, v }: Key): Float32Array {
  const found = new Float32Array(pixels.length / 4);
  for (let i = 0, at = 0; i < found.length; i += 1, at += 4) {
    const r = pixels[at] as number;
    const b = pixels[at + 2] as number;
    const y = redWeight * r + greenWeight * (pixels[at + 1] as number) + blueWeight * b;
    const du = Math.round(128 + (b - y) * perU) - u;
    const dv = Math.round(128 + (r - y) * perV) - v;
    found[i] = pixels[at + 3] === 0 ? -1 : Math.sqrt(du * du + dv * dv) / diagonal;
  }
  return found;
}

/** Sums three pixels; a transparent one counts as the center pixel. */
function rowSum(unlike: Float32Array, a: number, b: number, c: number, own: number): number {
  const first = unlike[a] as number;
  const second = unlike[b] as number;
  const third = unlike[c] as number;
  return (first < 0 ? own : first) + (second < 0 ? own : second) + (third < 0 ? own : third);
}

/** @param over difference beyond the similarity. */
function keyPixel(pixels: Uint8ClampedArray, at: number, { smoothness, spill, screen }: Key, over: number): void {
  const solid = smoothness > leastSmoothness ? Math.min(1, Math.max(0, over / smoothness)) : over > 0 ? 1 : 0;
  pixels[at + 3] = (pixels[at + 3] as number) * solid;
  const r = pixels[at] as number;
  const g = pixels[at + 1] as number;
  const b = pixels[at + 2] as number;
  if (screen === 'green') pixels[at + 1] = g - spill * Math.max(0, g - (r + b) / 2);
  else pixels[at + 2] = b - spill * Math.max(0, b - (r + g) / 2);
}

/**
 * Returns the key as ffmpeg filters for 8-bit limited-range BT.709 Y'CbCr 4:4:4 with alpha. Replicates the edges, which
 * the filter leaves undefined. Input and output have the same format; the key replaces all alpha.
 */
export function keyFilters({ u, v, similarity, smoothness }: Key): string[] {
  const color = [128, u, v].map((value) => value.toString(16).padStart(2, '0')).join('');
  return [
    'pad=iw+2:ih+2:1:1',
    'fillborders=left=1:right=1:top=1:bottom=1:mode=smear',
    `chromakey=color=0x${color}:similarity=${number(similarity)}:blend=${number(smoothness)}:yuv=1`,
    'crop=iw-2:ih-2:1:1:exact=1',
  ];
}

/** Returns the filter that removes spilled light from packed RGB with alpha; none if there is nothing to remove. */
export function spillFilters({ spill, screen }: Key): string[] {
  return spill > 0 ? [`despill=type=${screen}:green=0:blue=0:${screen}=${number(-spill)}`] : [];
}

function number(value: number): string {
  return String(Number(value.toFixed(6)));
}
