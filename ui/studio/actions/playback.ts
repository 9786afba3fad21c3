import { Flag, Pause, Play, SkipBack, StepBack, StepForward } from 'lucide-react';
import { goToMarker, markMoment } from '../state/markers.ts';
import { canPlay, goToEnd, hasStage, pause, restart, SKIP_SECONDS, skip, togglePlay } from '../state/playback.ts';
import { shuttle } from '../state/shuttle.ts';
import { stepFrames } from '../state/stepFrames.ts';
import { timelineView, typeTime } from '../state/timelineView.ts';
import { type ActionEntry, actionTable } from './action.ts';

/** Keys of playback also work while a panel is open next to the canvas. */
export const playing = {
  group: 'Playing',
  when: ({ project }) => canPlay(project) && hasStage(),
  isForPanels: true,
} as const satisfies Partial<ActionEntry>;

/** Playback, the playhead and markers. */
export const playbackActions = actionTable({
  togglePlay: {
    ...{ title: 'Play or pause', label: 'Pause', icon: Pause, keys: ['space'] },
    whenOn: { isOn: ({ isPaused }) => isPaused, label: 'Play', icon: Play },
    run: togglePlay,
    ...playing,
  },
  restart: {
    ...{ title: 'Back to the start', label: 'Restart', icon: SkipBack, keys: ['home'] },
    run: restart,
    ...playing,
  },
  goToTime: {
    ...{ title: 'Go to a time', keys: ['g'] },
    run: typeTime,
    ...playing,
    when: (context) => playing.when(context) && timelineView.isShown,
  },
  goToEnd: { title: 'Go to the end', keys: ['end'], run: goToEnd, ...playing },
  frameBack: {
    ...{ title: 'One frame back', icon: StepBack, keys: [','] },
    run: () => stepFrames(-1),
    repeats: true,
    ...playing,
  },
  frameForward: {
    ...{ title: 'One frame forward', icon: StepForward, keys: ['.'] },
    run: () => stepFrames(1),
    repeats: true,
    ...playing,
  },
  shuttleBack: { title: 'Play backward; again: faster', keys: ['j'], run: () => shuttle(-1), ...playing },
  pausePlayback: { title: 'Pause', keys: ['k'], run: pause, ...playing },
  shuttleForward: { title: 'Play forward; again: faster', keys: ['l'], run: () => shuttle(1), ...playing },
  setMarker: { title: 'Set a marker', icon: Flag, keys: ['m'], run: markMoment, ...playing },
  previousMarker: { title: 'Go to the previous marker', keys: ['<'], run: () => goToMarker(-1), ...playing },
  nextMarker: { title: 'Go to the next marker', keys: ['>'], run: () => goToMarker(1), ...playing },
  skipBack: { title: `${SKIP_SECONDS} seconds back`, keys: ['shift+j'], run: () => skip(-SKIP_SECONDS), ...playing },
  skipForward: {
    title: `${SKIP_SECONDS} seconds forward`,
    keys: ['shift+l'],
    run: () => skip(SKIP_SECONDS),
    ...playing,
  },
});
