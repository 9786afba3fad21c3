import { ChartNoAxesGantt, Copy, Plus, SquareSplitHorizontal, Trash2 } from 'lucide-react';
import { isStill } from '../../../engine/project/output.ts';
import { appendScene, copyScene, deleteScene, openTimelineOf } from '../state/scenes.ts';
import { splitSceneAtPlayhead } from '../state/splitAtPlayhead.ts';
import { type ActionContext, actionTable } from './action.ts';

const isMany = ({ project }: ActionContext) => project.scenes.length > 1;

/** Actions on the selected scene, or that of a card. */
export const sceneActions = actionTable({
  addScene: { title: 'Add a scene', label: 'Add', icon: Plus, group: 'Scene', run: appendScene },
  openTimeline: {
    ...{ title: 'Open the timeline of the scene', label: 'Timeline', icon: ChartNoAxesGantt, group: 'Scene' },
    run: ({ sceneId }) => openTimelineOf(sceneId),
    isUnlisted: true,
  },
  duplicateScene: {
    ...{ title: 'Duplicate the scene', label: 'Duplicate', icon: Copy, group: 'Scene' },
    run: ({ sceneId }) => copyScene(sceneId),
  },
  splitScene: {
    ...{ title: 'Split the scene at the current time', label: 'Split', icon: SquareSplitHorizontal, group: 'Scene' },
    when: ({ project }) => !isStill(project),
    run: ({ sceneId }) => splitSceneAtPlayhead(sceneId),
  },
  deleteScene: {
    ...{ title: 'Delete the scene', label: 'Delete', icon: Trash2, group: 'Scene' },
    when: isMany,
    run: ({ sceneId }) => deleteScene(sceneId),
  },
});
