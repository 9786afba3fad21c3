/**
 * Takes a project's JSON apart into texts that versions can share: each scene, and what is around them first. A text
 * that is no such JSON stays whole.
 */
export function splitBody(body: string): string[] {
  try {
    const project = JSON.parse(body) as { scenes: unknown[] };
    return [JSON.stringify({ ...project, scenes: [] }), ...project.scenes.map((scene) => JSON.stringify(scene))];
  } catch {
    return [body];
  }
}

/** Puts what splitBody took apart together again. */
export function joinBody([frame = '', ...scenes]: readonly string[]): string {
  if (scenes.length === 0) return frame;
  return JSON.stringify({ ...JSON.parse(frame), scenes: scenes.map((scene) => JSON.parse(scene)) });
}

/**
 * Names a text by what it says, 106 bits (two runs of cyrb53). Pages on plain http have no crypto.subtle, and nothing
 * here guards against texts made to have the same name.
 */
export function keyOf(text: string): string {
  return `${hash53(text, 0x1234_5678).toString(36)}-${hash53(text, 0x9e37_79b9).toString(36)}`;
}

function hash53(text: string, seed: number): number {
  let low = 0xdeadbeef ^ seed;
  let high = 0x41c6ce57 ^ seed;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    low = Math.imul(low ^ code, 2_654_435_761);
    high = Math.imul(high ^ code, 1_597_334_677);
  }
  low = Math.imul(low ^ (low >>> 16), 2_246_822_507) ^ Math.imul(high ^ (high >>> 13), 3_266_489_909);
  high = Math.imul(high ^ (high >>> 16), 2_246_822_507) ^ Math.imul(low ^ (low >>> 13), 3_266_489_909);
  return 4_294_967_296 * (2_097_151 & high) + (low >>> 0);
}
