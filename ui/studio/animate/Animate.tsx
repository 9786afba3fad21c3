import { useEffect, useMemo, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { setAnimation } from '../../../engine/edit/animate.ts';
import { findLayer } from '../../../engine/edit/find.ts';
import { withVideoOutput } from '../../../engine/edit/still.ts';
import { isText } from '../../../engine/kinds/text.ts';
import type { TextLayer } from '../../../engine/project/layers.ts';
import { isStill } from '../../../engine/project/output.ts';
import type { Project, Scene } from '../../../engine/project/project.ts';
import { sceneDuration, totalDuration } from '../../../engine/timeline/durations.ts';
import { lengthInWords } from '../../components/words.ts';
import { useWorkKeys } from '../shortcuts/useWorkKeys.ts';
import { openSheet } from '../state/go.ts';
import { pause } from '../state/playback.ts';
import { studio } from '../state/studio.ts';
import { useFocusOnOpen } from '../useFocusOnOpen.ts';
import { AnimatePreview } from './AnimatePreview.tsx';
import { AnimationChoices } from './AnimationChoices.tsx';
import { leaveAnimate } from './leaveAnimate.ts';
import { loopSeconds } from './loop.ts';
import './animate.css';

/** Route animate: chooses a text animation, with a looping preview of the scene. */
export default function Animate() {
  const { project, selectedLayerId } = useSnapshot(studio);
  const found = selectedLayerId === null ? undefined : findLayer(project, selectedLayerId);
  const text = found && isText(found.layer) ? found.layer : undefined;
  // The Studio's playback is not visible here.
  useEffect(() => pause(), []);
  return found && text ? <Chooser key={text.id} project={project} scene={found.scene} text={text} /> : null;
}

function Chooser({ project, scene, text }: { project: Project; scene: Scene; text: TextLayer }) {
  const [isPlaying, setPlaying] = useState(() => !matchMedia('(prefers-reduced-motion: reduce)').matches);
  const alone = useMemo(() => aloneOf(project, scene), [project, scene]);
  const length = sceneDuration(project, scene);
  const loop = loopSeconds(text.animation, length);
  const place = useRef<HTMLDivElement>(null);
  useFocusOnOpen(place);
  useWorkKeys({ space: () => setPlaying((before) => !before), escape: leaveAnimate });
  return (
    <div ref={place} className="animate" tabIndex={-1}>
      <AnimatePreview
        project={alone}
        loop={loop}
        run={JSON.stringify(text.animation)}
        isPlaying={isPlaying}
        onToggle={() => setPlaying(!isPlaying)}
      />
      <div className="animate-choices">
        <AnimationChoices layer={text} />
        <p className="animate-note" role="status">
          {isStill(project)
            ? `This is an image. An animation turns it into a video of ${spaced(animatedLength(project, text.id))}.`
            : `This scene lasts ${spaced(length)}.`}{' '}
          <button type="button" className="text-button" onClick={() => openSheet('output')}>
            Change the output
          </button>
        </p>
      </div>
    </div>
  );
}

/** A duration that does not wrap. */
function spaced(seconds: number): string {
  return lengthInWords(seconds).replace(' ', '\u00a0');
}

/** Duration in seconds that a still would get with an animation. */
function animatedLength(project: Project, layerId: string): number {
  return totalDuration(setAnimation(project, layerId, 'text-focus-in'));
}

/** The scene alone, without audio and transition, starting at 0 s. */
function aloneOf(project: Project, scene: Scene): Project {
  const { transition: _, ...rest } = scene;
  const duration = sceneDuration(project, scene);
  return { ...withVideoOutput(project), isMuted: true, audio: null, scenes: [{ ...rest, duration }] };
}
