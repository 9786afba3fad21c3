import { Pause, Play } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { setAnimation } from '../../../engine/edit/animate.ts';
import { findLayer } from '../../../engine/edit/find.ts';
import { withVideoOutput } from '../../../engine/edit/still.ts';
import { animationLength, animationLoops } from '../../../engine/kinds/animation.ts';
import { isText } from '../../../engine/kinds/text.ts';
import { canvasSize } from '../../../engine/layout/canvasSize.ts';
import type { Animation, TextLayer } from '../../../engine/project/layers.ts';
import { isStill } from '../../../engine/project/output.ts';
import type { Project, Scene } from '../../../engine/project/project.ts';
import { sceneDuration, totalDuration } from '../../../engine/timeline/durations.ts';
import { useFocusOnOpen } from '../../app/focus.ts';
import { useWorkKeys } from '../../app/useWorkKeys.ts';
import { localUrlOf } from '../../client/media/mediaTable.ts';
import { RadioCards } from '../../kit/choices.tsx';
import { lengthInWords } from '../../kit/words.ts';
import { rendererChoice } from '../../player/rendererChoice.ts';
import { type LoopOptions, useLoopPreview } from '../../player/useLoopPreview.ts';
import { DoneFooter } from '../inspector/FooterBar.tsx';
import { homePath, leaveFor, openSheet } from '../state/go.ts';
import { pause } from '../state/playback.ts';
import { change, studio } from '../state/studio.ts';
import '../style/panels.css';

/** Route animate: chooses a text animation, with a looping preview of the scene. */
export function Animate() {
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
      <div className="stack-3 animate-choices">
        <TextAnimation layer={text} />
        <p className="soft small animate-note" role="status">
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

interface AnimatePreviewProps extends Omit<LoopOptions, 'urlOf' | 'mode'> {
  /** A project with one scene. */
  project: Project;
  onToggle: () => void;
}

/** A looping preview of the scene with its text animation. */
function AnimatePreview({ onToggle, ...options }: AnimatePreviewProps) {
  const place = useRef<HTMLDivElement>(null);
  const { width, height } = canvasSize(options.project);
  useLoopPreview(place, { ...options, urlOf: localUrlOf, mode: rendererChoice() });
  const { isPlaying, loop } = options;
  return (
    <div className="stack animate-stage">
      <div className="center animate-room">
        <div
          ref={place}
          className="animate-sheet"
          role="img"
          aria-label={isPlaying && loop > 0 ? 'Scene with animated text' : 'The scene'}
          style={{ '--ratio': width / height, aspectRatio: `${width} / ${height}` } as React.CSSProperties}
        />
      </div>
      <button
        type="button"
        className="button quiet"
        aria-disabled={loop === 0}
        title={`${isPlaying ? 'Stop' : 'Play'} (Space)`}
        onClick={() => loop > 0 && onToggle()}
      >
        {isPlaying && loop > 0 ? <Pause aria-hidden="true" /> : <Play aria-hidden="true" />}
        {isPlaying && loop > 0 ? 'Stop' : 'Play the animation'}
      </button>
    </div>
  );
}

/**
 * The text animations and their speeds; each choice is one undo step. The typewriter belongs to a tool, so it is
 * offered only for a text that already has it.
 */
export function TextAnimation({ layer }: { layer: TextLayer }) {
  const { id = 'none', speed = 'default', duration } = layer.animation ?? {};
  const [opened] = useState(id);
  const offered = animations.filter(({ value }) => value !== 'typewriter' || value === id || value === opened);
  const choose = (next: Animation['id'], pace: Animation['speed']) =>
    (next !== id || pace !== speed) && change((project) => setAnimation(project, layer.id, next, pace));
  return (
    <>
      <RadioCards
        label="Animation"
        name="animation"
        value={id}
        choices={offered}
        onChange={(next) => choose(next, speed)}
      />
      <RadioCards
        label="Speed"
        name="animation-speed"
        value={speed}
        choices={speeds.map((one) => ({ ...one, hint: paceInWords({ id, duration, speed: one.value }), icon: null }))}
        disabled={id === 'none'}
        onChange={(pace) => choose(id, pace)}
      />
    </>
  );
}

const animations = [
  { value: 'none', title: 'None', hint: 'The text does not move.', icon: <Letters look="none" /> },
  { value: 'text-focus-in', title: 'Fade', hint: 'Fades in softly.', icon: <Letters look="fade" /> },
  {
    value: 'text-flicker-in-glow',
    title: 'Flicker',
    hint: 'Lights up like a neon sign.',
    icon: <Letters look="flicker" />,
  },
  {
    value: 'hue-rotate',
    title: 'Hue Rotate',
    hint: 'Cycles through colors, starting with blue.',
    icon: <Letters look="hue" />,
  },
  { value: 'typewriter', title: 'Typewriter', hint: 'Appears letter by letter.', icon: <Letters look="typed" /> },
] as const;

const speeds = [
  { value: 'slow', title: 'Slow' },
  { value: 'default', title: 'Default' },
  { value: 'fast', title: 'Fast' },
] as const;

/** Icon of an animation. */
function Letters({ look }: { look: string }) {
  return (
    <span className="animate-letters" data-look={look} aria-hidden="true">
      Aa
    </span>
  );
}

/** The duration of an animation, such as "1 s"; for a rotating one "1 s a turn". */
function paceInWords(animation: Animation): string {
  if (animation.id === 'none') return '';
  const length = animationLength(animation);
  const seconds = length < 1 ? `${Number(length.toFixed(2))} s` : lengthInWords(length);
  return animation.id === 'hue-rotate' ? `${seconds} a turn` : seconds;
}

/** Pause before a non-looping preview repeats, in seconds. */
const REST_SECONDS = 1.2;

/**
 * Length of the preview loop in seconds; 0 without animation. A looping animation ends with the last full iteration
 * that fits into the scene.
 * @param length of the scene, seconds.
 */
function loopSeconds(animation: Animation | undefined, length: number): number {
  if (!animation || animation.id === 'none') return 0;
  const run = animationLength(animation);
  if (!animationLoops(animation)) return Math.min(Math.max(0, run - (animation.at ?? 0)), length) + REST_SECONDS;
  return Math.max(1, Math.floor(length / run)) * run;
}

export function AnimateFooter() {
  return <DoneFooter isSecond onDone={leaveAnimate} />;
}

/** Done: returns to the selected layer, or to the editor. */
function leaveAnimate(): void {
  leaveFor(homePath(), 'animate');
}
