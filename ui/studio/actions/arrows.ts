import { nudgeLayers } from '../../../engine/edit/arrange.ts';
import { growLayer, rotateLayer } from '../../../engine/edit/reshape.ts';
import { kindOf } from '../../../engine/kinds/index.ts';
import type { Project } from '../../../engine/project/project.ts';
import { place } from '../../app/place.ts';
import { changeAtPlayhead } from '../state/keyframes.ts';
import { type Action, type ActionContext, type ActionEntry, actionTable } from './action.ts';

/** Direction of arrow keys: steps to the right and down. */
const WAYS = { left: [-1, 0], right: [1, 0], up: [0, -1], down: [0, 1] } as const;
/** Step of an arrow key, without and with Shift, in percent of the canvas and in degrees. */
const STEP = { percent: { fine: 1, coarse: 10 }, degrees: { fine: 1, coarse: 15 } };

/** Applies an arrow key to layers, in steps to the right and down. */
type ArrowEdit = (project: Project, layerIds: readonly string[], x: number, y: number) => Project;

/** Moves, resizes and rotates the selected layers by arrow keys. */
export const arrowActions: Readonly<Record<string, Action>> = {
  ...byArrow('Move', '', { left: 'Left', right: 'Right', up: 'Up', down: 'Down' }, STEP.percent, '%', nudgeLayers),
  ...byArrow(
    'Resize',
    'mod+',
    { right: 'Wider', left: 'Narrower', down: 'Taller', up: 'Shorter' },
    STEP.percent,
    '%',
    (project, [id = ''], x, y) => growLayer(project, id, x, y),
  ),
  ...byArrow(
    'Rotate',
    'alt+',
    { right: 'Rotate right', left: 'Rotate left' },
    STEP.degrees,
    '°',
    (project, [id = ''], by) => rotateLayer(project, id, by),
  ),
};

/** Actions of arrow keys with a modifier, each also with Shift. The repeats of an arrow key are one undo step. */
function byArrow(
  group: ActionEntry['group'],
  held: '' | 'mod+' | 'alt+',
  words: Partial<Record<keyof typeof WAYS, string>>,
  steps: { fine: number; coarse: number },
  unit: string,
  edit: ArrowEdit,
): Record<string, Action> {
  const arrows = Object.keys(words) as (keyof typeof WAYS)[];
  const entries = arrows.flatMap((arrow) =>
    [`${held}${arrow}`, `${held}shift+${arrow}`].map((keys, index): [string, ActionEntry] => {
      const by = index === 0 ? steps.fine : steps.coarse;
      const [x, y] = WAYS[arrow];
      const run = ({ ids }: ActionContext) =>
        changeAtPlayhead(ids, (project) => edit(project, ids, x * by, y * by), `${held}arrow:${ids}`);
      const when = held === '' ? hasLayers : hasHandles;
      return [keys, { title: `${words[arrow]} by ${by}${unit}`, group, keys: [keys], run, when, repeats: true }];
    }),
  );
  return actionTable(Object.fromEntries(entries));
}

function hasLayers({ ids }: ActionContext): boolean {
  return ids.length > 0;
}

/** Whether the selected layer is on the canvas with its handles. */
function hasHandles({ layer }: ActionContext): boolean {
  return place.screen === 'layer' && layer !== undefined && kindOf(layer).isSeen;
}
