import { expect, it } from 'vitest';
import type { Layer } from '../../../engine/project/layers.ts';
import { project as projectSchema } from '../../../engine/project/project.ts';
import { resolveFrame } from '../../../engine/timeline/resolve.ts';
import { sceneSpans } from '../../../engine/timeline/spans.ts';
import { isolateLayer } from '../../../ui/studio/inspector/LayerThumb.tsx';

const position = { x: '10%', y: '20%', width: '50%', height: '25%', rotation: 30 };
const box = { id: 'b', type: 'shape', shapeType: 'rectangle', background: '#5969e2', position } as const;

it.each([
  ['there all the time', {}],
  ['that comes late', { from: 2, to: 3 }],
  ['that is hidden', { isHidden: true }],
  ['that fades in', { animateIn: { type: 'fade', duration: 1 } }],
  ['that begins to fade out at once', { animateOut: { type: 'fade', duration: 60 } }],
  [
    'that moves',
    {
      keyframes: [
        { time: 0, x: '90%', y: '90%', rotation: 0, opacity: 0 },
        { time: 2, x: '0%' },
      ],
    },
  ],
])('the thumbnail of a layer %s shows it upright and complete', (_name, fields) => {
  const project = projectSchema.parse({ scenes: [{ id: 's', duration: 4, layers: [{ ...box, ...fields }] }] });
  const alone = isolateLayer(project, project.scenes[0]?.layers[0] as Layer);
  const shown = (one: typeof alone) => [0, 0.5].flatMap((time) => resolveFrame(sceneSpans(one), time).layers);
  const plain = isolateLayer(
    project,
    projectSchema.parse({ scenes: [{ id: 's', layers: [box] }] }).scenes[0]?.layers[0] as Layer,
  );
  expect(shown(alone)).toHaveLength(2);
  expect(shown(alone)).toEqual(shown(plain));
});
