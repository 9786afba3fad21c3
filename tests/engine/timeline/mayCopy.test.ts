import { expect, it } from 'vitest';
import { project as projectSchema } from '../../../engine/project/project.ts';
import { mayCopy } from '../../../engine/timeline/mayCopy.ts';

const whole = { x: '0%', y: '0%', width: '100%', height: '100%', rotation: 0 };
const projectOf = (layer: object, fps?: number) => {
  const video = { id: 'v', type: 'video', url: '/a.mp4', width: 640, height: 360, duration: 4, ...layer };
  const output = { type: 'video', fps };
  return projectSchema.parse({
    width: 640,
    height: 360,
    quality: 'high',
    output,
    scenes: [{ id: 's', layers: [video] }],
  });
};

it('says no if another codec, a bit rate or a distance of key frames is chosen', () => {
  const says = (more: object) => {
    const project = projectOf({});
    return mayCopy({ ...project, output: { ...project.output, ...more } as typeof project.output });
  };
  expect([{ codec: 'h264' }, { codec: 'hevc' }, { bitrate: 900 }, { keyframeInterval: 2 }].map(says)).toEqual([
    ...[true, false, false, false],
  ]);
});

it.each<[boolean, object, number?]>([
  [true, {}],
  [true, { position: whole }],
  [false, { position: { ...whole, x: '1%' } }],
  [false, { position: { ...whole, y: '1%' } }],
  [false, { position: { ...whole, rotation: 90 } }],
  [false, { flipped: true }],
  [false, { blur: 10 }],
  [false, { speed: 2 }],
  [true, { fps: 29.97002997 }, 29.97],
  [false, { fps: 30 }, 29.97],
])('says %s to copying a video with %o at %s fps', (isCopied, layer, fps) => {
  expect(mayCopy(projectOf(layer, fps))).toBe(isCopied);
});
