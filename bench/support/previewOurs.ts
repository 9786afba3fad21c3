import { createMediaPool } from '../../engine/browser/media/mediaPool.ts';
import { type ClockOptions, createClock } from '../../engine/browser/playbackClock.ts';
import { createPreview } from '../../engine/browser/preview/preview.ts';
import { withKeyframes } from '../../engine/motion/withKeyframes.ts';
import type { Keyframe } from '../../engine/project/keyframes.ts';
import type { Layer } from '../../engine/project/layers.ts';
import { parseProject } from '../../engine/project/parse.ts';
import type { Project } from '../../engine/project/project.ts';
import { type Contender, movePoses, PICTURE, POSE, SIDE, SOURCES, TEXTS, textAt } from './previewWork.ts';

/** The Studio's preview in one mode; each image moves like a dragged layer. */
export function ours(mode: 'webgl' | 'canvas2d'): Contender {
  return {
    async setUp(host, count, { urls }) {
      const { preview, ...opened } = await openPreview(host, { urls, mode, project: projectOf(count) });
      const ids = Array.from({ length: count }, (_, i) => `p${i}`);
      const box = { x: 0, y: 0, width: PICTURE, height: PICTURE, rotation: 0 };
      return {
        frame(poses) {
          for (let i = 0; i < count; i += 1) {
            box.x = (poses[i * POSE] as number) - PICTURE / 2;
            box.y = (poses[i * POSE + 1] as number) - PICTURE / 2;
            box.rotation = poses[i * POSE + 2] as number;
            preview.place(ids[i] as string, box);
          }
          preview.draw();
        },
        ...opened,
      };
    },
  };
}

interface Opening {
  urls: readonly string[];
  mode: 'webgl' | 'canvas2d';
  project: Project;
}

/**
 * Opens the preview on a canvas in `host` and paints it. Afterwards the benchmark draws in step with the display, as
 * for all contenders.
 */
async function openPreview(host: HTMLElement, { urls, mode, project }: Opening) {
  const canvas = document.createElement('canvas');
  host.append(canvas);
  const media = createMediaPool({ urlOf: (url) => urls[Number(url)] });
  let isOwnClock = true;
  const clock = (options: ClockOptions) => {
    const { wake, stop } = createClock(options);
    return { stop, wake: () => isOwnClock && wake() };
  };
  const preview = createPreview({ canvas, media, mode, clock });
  preview.resize(SIDE, SIDE, 1);
  preview.show({ project, sceneIndex: 0, time: 0 });
  await preview.painted();
  isOwnClock = false;
  return {
    preview,
    shrink: () => preview.resize(64, 64, 1),
    dispose() {
      preview.dispose();
      media.dispose();
    },
  };
}

/** Distance of keyframes, in seconds. */
const keyDistance = 0.25;
/** Length of the keyframed movement before it repeats, in seconds. */
const keyedSeconds = 10;
/** Duration of a frame, in seconds. */
const frameSeconds = 1 / 60;

/** The Studio's preview during playback: keyframes move each image along the same path as in the other contenders. */
export const keyframes: Contender = {
  async setUp(host, count, { urls }) {
    const project = keyedProject(count);
    const { preview, ...opened } = await openPreview(host, { urls, mode: 'webgl', project });
    let frame = 0;
    return {
      frame() {
        preview.show({ project, sceneIndex: 0, time: (frame * frameSeconds) % keyedSeconds });
        preview.draw();
        frame += 1;
      },
      ...opened,
    };
  },
};

/** Creates the project with keyframes for each image, one per 15 frames of the others' path. */
function keyedProject(count: number): Project {
  const project = projectOf(count);
  const poses = new Float64Array(count * POSE);
  const lists = Array.from({ length: count }, (): Keyframe[] => []);
  for (let time = 0; time <= keyedSeconds; time += keyDistance) {
    movePoses(poses, time / frameSeconds);
    for (const [i, list] of lists.entries()) {
      const [x = 0, y = 0] = [poses[i * POSE], poses[i * POSE + 1]].map((place = 0) => (place - PICTURE / 2) / SIDE);
      const turns = time / frameSeconds + i * 11;
      list.push({ time, x: `${100 * x}%`, y: `${100 * y}%`, rotation: turns, easing: 'ease-in-out' });
    }
  }
  const [scene] = project.scenes;
  const keyed = (layer: Layer): Layer =>
    layer.id.startsWith('p') ? withKeyframes(layer, lists[Number(layer.id.slice(1))] ?? []) : layer;
  return scene
    ? {
        ...project,
        scenes: [{ ...scene, duration: keyedSeconds, isImageVideo: true, layers: scene.layers.map(keyed) }],
      }
    : project;
}

function projectOf(count: number): Project {
  const percent = (pixels: number) => `${(pixels / SIDE) * 100}%`;
  const texts = Array.from({ length: TEXTS }, (_, i) => {
    const { text, x, y, width, height } = textAt(i);
    const position = { x: percent(x), y: percent(y), width: percent(width), height: percent(height) };
    return { id: `t${i}`, type: 'text', text, position, fontWeight: 'bold' };
  });
  const size = { width: percent(PICTURE), height: percent(PICTURE) };
  const pictures = Array.from({ length: count }, (_, i) => ({
    id: `p${i}`,
    type: 'image',
    url: String(i % SOURCES),
    width: PICTURE,
    height: PICTURE,
    position: { x: '0%', y: '0%', ...size },
  }));
  const parsed = parseProject({
    width: SIDE,
    height: SIDE,
    scenes: [{ id: 's', layers: [...texts, ...pictures.reverse()] }],
  });
  if (!parsed.ok) throw new Error(parsed.problems[0]?.message);
  return parsed.value;
}
