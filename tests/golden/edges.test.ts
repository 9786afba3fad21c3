import { afterAll, expect, it } from 'vitest';
import { composeVideo } from '../support/composeVideo.ts';
import { framesOf, openRenderLab, projectOf } from '../support/renderLab.ts';

const lab = openRenderLab('edges');
afterAll(lab.close);
const [width, height] = [480, 272];

/** A box in one of twelve cells, at odd coordinates, at most three quarters of its cell. */
const place = (field: number, share = 0.75) => {
  const [x, y] = [(field % 4) * 25 + 3, Math.floor(field / 4) * 33 + 4];
  return { x: `${x}%`, y: `${y}%`, width: `${25 * share}%`, height: `${33 * share}%` };
};
const moved = (field: number) => ({
  position: place(field, 0.5),
  keyframes: [
    { time: 0, ...place(field, 0.5) },
    { time: 1, ...place(field, 0.5), x: `${(field % 4) * 25 + 9.3}%` },
  ],
});
const turned = (field: number) => ({
  position: { ...place(field), rotation: 10 },
  keyframes: [
    { time: 0, ...place(field), rotation: 10, opacity: 0.4 },
    { time: 1, ...place(field, 0.3), rotation: -20, opacity: 1 },
  ],
});

const made = new Map<string, object>();
/** The project of a color, whose media are made once. */
function projectIn(color: string): object {
  const project = made.get(color) ?? uniform(color);
  made.set(color, project);
  return project;
}

/** Layers of one color, each in a cell of a canvas with the same color. */
function uniform(color: string): object {
  const solid = `color=0x${color}:s=160x90:r=30:d=1`;
  const hole = "geq=lum='lum(X,Y)':cb='cb(X,Y)':cr='cr(X,Y)':a='if(gt(hypot(X-80,Y-45),40),0,255)'";
  const clip = lab.made(`${color}.mp4`, '-f', 'lavfi', '-i', solid, '-pix_fmt', 'yuv420p');
  const picture = lab.made(`${color}.png`, '-f', 'lavfi', '-i', solid, '-frames:v', '1');
  const vp9 = ['-c:v', 'libvpx-vp9', '-auto-alt-ref', '0', '-lossless', '1'];
  const clear = lab.made(`${color}.webm`, '-f', 'lavfi', '-i', `${solid},format=yuva420p,${hole}`, ...vp9);
  const shape = { type: 'shape', shapeType: 'ellipse', background: `#${color}`, lineWidth: 0 };
  const image = { type: 'image', url: picture };
  const video = { type: 'video', url: clip };
  const layers = [
    { ...shape, ...moved(0) },
    { ...shape, ...turned(1) },
    { ...image, radius: 9, ...moved(2) },
    { ...image, ...turned(3) },
    { ...image, position: place(4), animateIn: { type: 'slide', duration: 0.9 } },
    { ...image, radius: 20, position: place(5), motion: { type: 'zoom-in', duration: 1 } },
    { ...video, ...moved(6) },
    { ...video, radius: 9, ...turned(7) },
    { ...video, position: { ...place(8), rotation: 17 } },
    { ...video, position: place(9), animateIn: { type: 'slide', duration: 0.9 } },
    { type: 'video', url: clear, position: place(10) },
    { type: 'video', url: clear, ...turned(11) },
  ];
  const own = layers.map((layer, i) => ({ id: `l${i}`, to: 1, ...layer }));
  return { width, height, scenes: [{ id: 's', background: `#${color}`, duration: 1, layers: own }] };
}

/** Largest difference of any channel of any pixel from a color. */
function farthest(frames: readonly Uint8ClampedArray[], color: string): number {
  const wanted = [0, 2, 4].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
  let most = 0;
  for (const frame of frames) {
    for (let i = 0; i < frame.length; i += 1) {
      if (i % 4 < 3) most = Math.max(most, Math.abs((frame[i] as number) - (wanted[i % 4] as number)));
    }
  }
  return most;
}

it.each([
  ['ffffff', 'video', 3],
  ['ffffff', 'gif', 2],
  ['c02040', 'video', 8],
  ['c02040', 'gif', 6],
])(
  'renders layers of %s on the same color without a visible edge in a %s, however they move',
  async (color, type, most) => {
    const body = { ...projectIn(color), output: type === 'gif' ? { type, fps: 10 } : { type } };
    const out = `${lab.temp}/${color}.out`;
    if (type === 'gif') await lab.render(body, { out });
    else await composeVideo(projectOf(body), out, async (url) => url);
    expect(farthest(framesOf(out, width, height), color)).toBeLessThanOrEqual(most);
  },
);
