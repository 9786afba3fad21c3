import { Maximize2, ZoomIn, ZoomOut } from 'lucide-react';
import { place } from '../../app/place.ts';
import { setZoom, timelineView, zoomBy } from '../state/timelineView.ts';
import { actionTable } from './action.ts';

const isOpen = () => place.screen === 'timeline';
const isWhole = () => timelineView.zoom <= 1;

/** How the timeline is shown. */
export const timelineActions = actionTable({
  zoomOutTimeline: {
    ...{ title: 'Zoom out the timeline', label: 'Zoom out', icon: ZoomOut, group: 'Playing', keys: ['-'] },
    when: isOpen,
    isOff: isWhole,
    run: () => zoomBy(-1),
    repeats: true,
    isForPanels: true,
  },
  zoomInTimeline: {
    ...{ title: 'Zoom in the timeline', label: 'Zoom in', icon: ZoomIn, group: 'Playing', keys: ['+', '='] },
    when: isOpen,
    isOff: () => timelineView.zoom >= timelineView.mostZoom,
    run: () => zoomBy(1),
    repeats: true,
    isForPanels: true,
  },
  zoomTimelineToFit: {
    ...{ title: 'Show the whole timeline', label: 'Show all', icon: Maximize2, group: 'Playing', keys: ['0'] },
    when: isOpen,
    isOff: isWhole,
    run: () => setZoom(1),
    isForPanels: true,
  },
});
