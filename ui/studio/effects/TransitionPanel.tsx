import { Play, Square } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useSnapshot } from 'valtio';
import { setTransition } from '../../../engine/edit/transition.ts';
import type { Project, Scene } from '../../../engine/project/project.ts';
import type { Transition } from '../../../engine/project/videoEffects.ts';
import { sceneDuration } from '../../../engine/timeline/durations.ts';
import { lengthInWords } from '../../components/words.ts';
import { RangeField } from '../controls/RangeField.tsx';
import { change, endStep, sceneOf, selectLayer, studio } from '../state/studio.ts';
import { TransitionCards } from './TransitionCards.tsx';
import { useTransitionPlay } from './useTransitionPlay.ts';

/** Route transition: the transition into the scene that was selected when the panel opened. */
export default function TransitionPanel() {
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
  const { type = 'cut', duration = 0.5 } = scene.transition ?? {};
  const set = (wanted: Partial<Transition>, name?: string) =>
    change((now) => setTransition(now, scene.id, wanted), name);
  const length = sceneDuration(project, scene);
  const isCut = type === 'cut';
  const [isPlaying, togglePlay] = useTransitionPlay(scene.id);
  return (
    <div className="effect-panel">
      <p className="panel-hint soft small">
        Transition from scene {index} to scene {index + 1}. The earlier scene freezes during the transition, so the
        total length does not change.
      </p>
      <TransitionCards
        project={project}
        index={index}
        value={type}
        onChoose={(wanted) => set({ type: wanted, duration })}
      />
      <RangeField
        label="Length"
        value={duration}
        min={0.1}
        max={5}
        step={0.1}
        keys={{ coarse: 0.1 }}
        words={isCut ? 'None' : lengthInWords(duration)}
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
    </div>
  );
}
