import { ArrowDown, ArrowLeft, ArrowRight, ArrowUp, CopyCheck, Play, Square } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { subscribe } from 'valtio/vanilla';
import { setAllTransitions, setTransition } from '../../../engine/edit/transition.ts';
import type { Project, Scene } from '../../../engine/project/project.ts';
import {
  type Transition,
  type TransitionDirection,
  type TransitionType,
  transitionTitles,
  transitionTypes,
} from '../../../engine/project/videoEffects.ts';
import { sceneDuration } from '../../../engine/timeline/durations.ts';
import { transitionEffect } from '../../../engine/transitions/index.ts';
import { Segments, ThumbCards } from '../../kit/choices.tsx';
import { RangeField } from '../../kit/RangeField.tsx';
import { lengthInWords } from '../../kit/words.ts';
import { announceChange } from '../state/announceChange.ts';
import { pause, play, playhead, seek } from '../state/playback.ts';
import { change, endStep, sceneOf, selectLayer, startOf, studio } from '../state/studio.ts';
import { TransitionPicture } from './TransitionPicture.tsx';
import { useScenePictures } from './useScenePictures.ts';

/** Route transition: the transition into the scene that was selected when the panel opened. */
export function TransitionPanel() {
  const { project } = useSnapshot(studio);
  // Playing the transition selects the previous scene for a moment.
  const [sceneId] = useState(() => studio.selectedSceneId);
  useEffect(() => void selectLayer(null), []);
  const scene = sceneOf(project, sceneId);
  const index = project.scenes.indexOf(scene);
  if (index === 0) return <FirstScene isOnly={project.scenes.length === 1} />;
  return <Chooser project={project} scene={scene} index={index} />;
}

function FirstScene({ isOnly }: { isOnly: boolean }) {
  return (
    <p className="effect-note">
      The first scene cannot have a transition.{' '}
      {isOnly ? 'Add a second scene and choose its transition.' : 'Select a later scene to choose its transition.'}
    </p>
  );
}

function Chooser({ project, scene, index }: { project: Project; scene: Scene; index: number }) {
  const { type = 'cut', duration = 0.5, direction = 'left' } = scene.transition ?? {};
  const set = (settings: Partial<Transition>, name?: string) =>
    change((now) => setTransition(now, scene.id, settings), name);
  const length = sceneDuration(project, scene);
  const isCut = type === 'cut';
  const [isPlaying, togglePlay] = useTransitionPlay(scene.id);
  return (
    <div className="stack-2 effect-panel">
      <p className="panel-hint soft small">
        Transition from scene {index} to scene {index + 1}. Both scenes keep playing, and the total length does not
        change.
      </p>
      <TransitionCards
        project={project}
        index={index}
        value={type}
        direction={direction}
        onChoose={(chosen) => set({ type: chosen, duration })}
      />
      {type !== 'cut' && transitionEffect(type).isDirected && (
        <Segments
          label="Direction"
          value={direction}
          choices={directionChoices}
          onChange={(chosen) => set({ direction: chosen })}
        />
      )}
      <RangeField
        label="Length"
        value={duration}
        min={0.1}
        max={5}
        step={0.1}
        keys={{ coarse: 0.1 }}
        words={isCut ? 'None' : lengthInWords(duration)}
        typed={{ unit: 's' }}
        disabled={isCut}
        onChange={(seconds) => set({ duration: Math.round(seconds * 10) / 10 }, `${scene.id} transition`)}
        onEnd={endStep}
      />
      <p className="effect-note is-long" role="status">
        {!isCut && duration > length && `The scene lasts ${lengthInWords(length)}, which limits the transition.`}
      </p>
      <button type="button" className="button plain" onClick={togglePlay}>
        {isPlaying ? <Square aria-hidden="true" /> : <Play aria-hidden="true" />}
        {isPlaying ? 'Stop' : 'Play preview'}
      </button>
      <button type="button" className="button plain" onClick={() => applyToAll(scene.id)}>
        <CopyCheck aria-hidden="true" />
        Apply to all scenes
      </button>
    </div>
  );
}

const directionChoices: readonly { value: TransitionDirection; name: string; icon: ReactNode }[] = [
  { value: 'left', name: 'To the left', icon: <ArrowLeft aria-hidden="true" /> },
  { value: 'right', name: 'To the right', icon: <ArrowRight aria-hidden="true" /> },
  { value: 'up', name: 'Up', icon: <ArrowUp aria-hidden="true" /> },
  { value: 'down', name: 'Down', icon: <ArrowDown aria-hidden="true" /> },
];

/** Applies the transition of a scene to all cuts, as one undo step. */
function applyToAll(sceneId: string): void {
  change((project) => setAllTransitions(project, sceneId));
  announceChange('Transition applied to all scenes');
}

interface TransitionCardsProps {
  project: Project;
  /** Index of the incoming scene; at least 1. */
  index: number;
  value: TransitionType;
  direction: TransitionDirection;
  onChoose: (type: TransitionType) => void;
}

/** All transitions as thumbnails of both scenes, which animate on hover and focus. */
function TransitionCards({ project, index, value, direction, onChoose }: TransitionCardsProps) {
  const place = useRef<HTMLFieldSetElement>(null);
  const pictures = useScenePictures(place, project, index);
  const choices = transitionTypes.map((type) => ({
    value: type,
    title: transitionTitles[type],
    picture: <TransitionPicture {...{ type, direction, pictures }} />,
  }));
  return (
    <ThumbCards
      legend="Transition"
      name="transition"
      className="is-transitions"
      {...{ choices, value, place, onChoose }}
    />
  );
}

/** Seconds played before and after the transition; margin before the scene's end. */
const AROUND = 0.8;
const BEFORE_END = 0.1;

/**
 * Plays the transition into a scene, from just before the scene's start until the transition ends. Then pauses on the
 * scene.
 * @returns whether it is playing, and a function that starts or stops it.
 */
function useTransitionPlay(sceneId: string): [isPlaying: boolean, toggle: () => void] {
  const [isPlaying, setPlaying] = useState(false);
  useEffect(() => {
    if (!isPlaying) return;
    let wasRunning = false;
    const look = () => {
      wasRunning ||= !playhead.isPaused;
      const isOver = playhead.time >= endOf(sceneId) || playhead.time < startOf(sceneId) - 2 * AROUND;
      if (playhead.isPaused ? wasRunning : isOver) setPlaying(false);
    };
    const end = subscribe(playhead, look);
    look();
    return () => {
      end();
      pause();
      seek(startOf(sceneId));
    };
  }, [isPlaying, sceneId]);
  const toggle = () => {
    setPlaying(!isPlaying);
    if (isPlaying) return;
    seek(Math.max(0, startOf(sceneId) - AROUND));
    play();
  };
  return [isPlaying, toggle];
}

/** Where playback ends: at the latest just before the scene's end, so that it does not run into the next one. */
function endOf(sceneId: string): number {
  const { project } = studio;
  const scene = project.scenes.find(({ id }) => id === sceneId);
  if (!scene) return 0;
  const offset = (scene.transition?.duration ?? 0) + AROUND;
  return startOf(sceneId) + Math.min(offset, sceneDuration(project, scene) - BEFORE_END);
}
