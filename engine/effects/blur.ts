import { filter } from './ffmpegFilter.ts';
import type { EffectImage, LayerEffect, Lengths } from './layerEffect.ts';

/** Standard deviation of the strongest blur, as a share of the shorter side. */
const strongest = 0.05;
/** Beyond so many standard deviations, a Gaussian is invisible. */
const reached = 3;
/** Wider blurs, in pixels, are computed on a smaller image. */
const widest = 8;

function sigmaOf(amount: number, { x, y }: Lengths): Lengths {
  const share = (amount / 100) * strongest;
  return { x: share * x, y: share * y };
}

/** A Gaussian blur. */
export const blur: LayerEffect = {
  id: 'blur',
  title: 'Blur',
  range: { min: 0, max: 100, step: 1 },
  reach: (amount) => (amount / 100) * strongest * reached,
  glsl: `uniform vec2 spread;
uniform float sigma;
uniform float lod;

vec4 effect(vec2 at) {
  int most = int(ceil(${reached.toFixed(1)} * sigma));
  vec4 sum = vec4(0.0);
  float total = 0.0;
  for (int i = -most; i <= most; i += 1) {
    float off = float(i);
    float weight = sigma > 0.0 ? exp(-0.5 * off * off / (sigma * sigma)) : 1.0;
    sum += weight * textureLod(picture, at + off * spread, lod);
    total += weight;
  }
  return sum / total;
}`,
  passes(amount, shorter, size) {
    const sigma = sigmaOf(amount, shorter);
    const lod = Math.max(0, Math.ceil(Math.log2(Math.max(sigma.x, sigma.y) / widest)));
    const [width, height] = [size.width, size.height].map((side) => Math.max(1, Math.round(side / 2 ** lod))) as [
      number,
      number,
    ];
    return [
      {
        width,
        height,
        uniforms: { spread: [1 / width, 0], sigma: (sigma.x * width) / size.width, lod },
        usesMipmaps: lod > 0,
      },
      {
        width,
        height,
        uniforms: { spread: [0, 1 / height], sigma: (sigma.y * height) / size.height, lod: 0 },
        usesMipmaps: false,
      },
    ];
  },
  pixels(image, amount, shorter) {
    blurPixels(image, sigmaOf(amount, shorter));
  },
  filters(amount, shorter, planes) {
    const { x, y } = sigmaOf(amount, shorter);
    const blurred = (share: number, which?: number) =>
      filter('gblur', { sigma: x * share, sigmaV: y * share, steps, planes: which });
    // The filter counts in pixels of each plane, and those of 4:2:0 colors are twice as large.
    return planes === 'yuv420p' ? [blurred(1, 1), blurred(0.5, 6)] : [blurred(1)];
  },
};

/** Runs of ffmpeg's recursive filter; with fewer its kernel has a visible peak. */
const steps = 3;

/** Box blurs in a row that approximate a Gaussian. */
const boxes = 3;

/**
 * Blurs an image in place by repeated extended box blurs, whose cost does not depend on the width (Gwosdek et al.,
 * “Theoretical Foundations of Gaussian Convolution by Extended Box Filtering”, 2011).
 */
function blurPixels({ data, width, height }: EffectImage, sigma: Lengths): void {
  const planes = new Float32Array(data.length);
  for (let i = 0; i < data.length; i += 4) {
    const alpha = data[i + 3] as number;
    for (let c = 0; c < 3; c += 1) planes[i + c] = ((data[i + c] as number) * alpha) / 255;
    planes[i + 3] = alpha;
  }
  const line = new Float32Array(Math.max(width, height));
  for (let c = 0; c < 4; c += 1) {
    for (let y = 0; y < height; y += 1)
      blurLine(planes, { at: y * width * 4 + c, step: 4, count: width }, sigma.x, line);
    for (let x = 0; x < width; x += 1)
      blurLine(planes, { at: x * 4 + c, step: width * 4, count: height }, sigma.y, line);
  }
  for (let i = 0; i < data.length; i += 4) {
    const alpha = planes[i + 3] as number;
    for (let c = 0; c < 3; c += 1) data[i + c] = alpha > 0 ? ((planes[i + c] as number) * 255) / alpha : 0;
    data[i + 3] = alpha;
  }
}

function blurLine(
  values: Float32Array,
  { at, step, count }: { at: number; step: number; count: number },
  sigma: number,
  line: Float32Array,
): void {
  const variance = (sigma * sigma) / boxes;
  const radius = Math.floor((Math.sqrt(1 + 12 * variance) - 1) / 2);
  const outer = ((2 * radius + 1) * (3 * variance - radius * (radius + 1))) / (6 * ((radius + 1) ** 2 - variance));
  const total = 2 * radius + 1 + 2 * outer;
  const last = count - 1;
  for (let run = 0; run < boxes; run += 1) {
    for (let i = 0; i < count; i += 1) line[i] = values[at + i * step] as number;
    const valueAt = (i: number) => line[Math.max(0, Math.min(i, last))] as number;
    let sum = 0;
    for (let i = -radius; i <= radius; i += 1) sum += valueAt(i);
    for (let i = 0; i < count; i += 1) {
      const after = valueAt(i + radius + 1);
      values[at + i * step] = (sum + outer * (valueAt(i - radius - 1) + after)) / total;
      sum += after - valueAt(i - radius);
    }
  }
}
