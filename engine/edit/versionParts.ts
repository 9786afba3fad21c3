/**
 * Splits a project's JSON into texts that versions can share: first everything around the scenes, then each scene. Any
 * other text stays whole.
 */
export function splitBody(body: string): string[] {
  try {
    const project = JSON.parse(body) as { scenes: unknown[] };
    return [JSON.stringify({ ...project, scenes: [] }), ...project.scenes.map((scene) => JSON.stringify(scene))];
  } catch {
    return [body];
  }
}

/** Joins the parts of splitBody. */
export function joinBody([frame = '', ...scenes]: readonly string[]): string {
  if (scenes.length === 0) return frame;
  return JSON.stringify({ ...JSON.parse(frame), scenes: scenes.map((scene) => JSON.parse(scene)) });
}

/**
 * Returns a content hash of 106 bits (cyrb53 with two seeds). Pages on plain http lack crypto.subtle, and collisions by
 * malice are no concern here.
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
