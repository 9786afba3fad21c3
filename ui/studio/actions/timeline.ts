import { BetweenVerticalStart, Film, Maximize2, SquareScissors, Waves, ZoomIn, ZoomOut } from 'lucide-react';
import { coveredRow, moveIntoCoveredRow } from '../../../engine/edit/makeWay.ts';
import { newId } from '../../../engine/project/id.ts';
import { change } from '../state/studio.ts';
import { timelineModes, toggleDropMode, toggleFrames, toggleRipple } from '../state/timelineModes.ts';
import { setZoom, timelineView, zoomBy } from '../state/timelineView.ts';
import { type ActionContext, actionTable } from './action.ts';

const isSeen = () => timelineView.isShown;
const isWhole = () => timelineView.zoom <= 1;

/** How the timeline is shown. */
export const timelineActions = actionTable({
  zoomOutTimeline: {
    ...{ title: 'Zoom out the timeline', label: 'Zoom out', icon: ZoomOut, group: 'Playing', keys: ['-'] },
    when: isSeen,
    isOff: isWhole,
    run: () => zoomBy(-1),
    repeats: true,
    isForPanels: true,
  },
  zoomInTimeline: {
    ...{ title: 'Zoom in the timeline', label: 'Zoom in', icon: ZoomIn, group: 'Playing', keys: ['+', '='] },
    when: isSeen,
    isOff: () => timelineView.zoom >= timelineView.mostZoom,
    run: () => zoomBy(1),
    repeats: true,
    isForPanels: true,
  },
  zoomTimelineToFit: {
    ...{ title: 'Show the whole timeline', label: 'Show all', icon: Maximize2, group: 'Playing', keys: ['0'] },
    when: isSeen,
    isOff: isWhole,
    run: () => setZoom(1),
    isForPanels: true,
  },
  showFrames: {
    ...{ title: 'Times in frames or hundredths', label: 'Show frames', icon: Film, group: 'Playing' },
    whenOn: { isOn: () => timelineModes.showsFrames, label: 'Show hundredths' },
    when: isSeen,
    run: toggleFrames,
    isForPanels: true,
  },
});

const coversRow = ({ project, layer }: ActionContext) =>
  layer !== undefined && !layer.isLocked && coveredRow(project, layer.id) !== undefined;

/** How clips make way for each other on the timeline. */
export const clipActions = actionTable({
  toggleRipple: {
    title: 'Ripple on the timeline on or off',
    ...{ label: 'Ripple: trimming or deleting moves what follows', icon: Waves, group: 'Layer', keys: ['shift+r'] },
    whenOn: {
      isOn: () => timelineModes.isRippling,
      label: 'Ripple is on: trimming or deleting moves what follows',
    },
    run: toggleRipple,
    isForPanels: true,
  },
  toggleInsert: {
    title: 'Insert mode of the timeline on or off',
    ...{ label: 'Insert: dropped clips move others aside', icon: BetweenVerticalStart, group: 'Layer' },
    whenOn: {
      isOn: () => timelineModes.dropMode === 'insert',
      label: 'Insert is on: dropped clips move others aside',
    },
    run: () => toggleDropMode('insert'),
    isForPanels: true,
  },
  toggleOverwrite: {
    title: 'Overwrite mode of the timeline on or off',
    ...{ label: 'Overwrite: dropped clips cut others', icon: SquareScissors, group: 'Layer' },
    whenOn: {
      isOn: () => timelineModes.dropMode === 'overwrite',
      label: 'Overwrite is on: dropped clips cut others',
    },
    run: () => toggleDropMode('overwrite'),
    isForPanels: true,
  },
  insertIntoRow: {
    title: 'Insert between the clips that it covers',
    ...{ icon: BetweenVerticalStart, group: 'Layer', keys: ['alt+i'] },
    when: coversRow,
    run: ({ layer }) => layer && change((project) => moveIntoCoveredRow(project, layer.id, 'insert', newId)),
  },
  overwriteRow: {
    title: 'Overwrite the clips that it covers',
    ...{ icon: SquareScissors, group: 'Layer', keys: ['alt+o'] },
    when: coversRow,
    run: ({ layer }) => layer && change((project) => moveIntoCoveredRow(project, layer.id, 'overwrite', newId)),
  },
});
