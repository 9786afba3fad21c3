const box = { x: '0%', y: '0%', width: '100%', height: '100%', rotation: 0 };

/** A Studio body with one short text scene, 64 × 64 pixels. */
export function textBody(text = 'Hello', seconds = 0.5): Record<string, unknown> {
  return {
    isStudio: true,
    width: 64,
    height: 64,
    scenes: [{ id: 's', duration: seconds, layers: [{ id: 't', type: 'text', text, position: box }] }],
  };
}

/** A Studio body that shows a video. */
export function videoBody(url: string, size = 64): Record<string, unknown> {
  return {
    isStudio: true,
    width: size,
    height: size,
    scenes: [{ id: 's', layers: [{ id: 'v', type: 'video', url, objectFit: 'cover', position: box }] }],
  };
}

/** A Studio body that renders long enough to be interrupted: a large canvas and `count` short moving scenes. */
export function longBody(url: string, count = 40): Record<string, unknown> {
  const scenes = Array.from({ length: count }, (_, index) => ({
    id: `s${index}`,
    layers: [{ id: `v${index}`, type: 'video', url, objectFit: 'cover', position: box }],
  }));
  return { isStudio: true, width: 720, height: 720, scenes };
}
