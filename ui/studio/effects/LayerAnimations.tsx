import {
  ArrowDown,
  ArrowLeft,
  ArrowRight,
  ArrowUp,
  Ban,
  Blend,
  Expand,
  Keyboard,
  MoveRight,
  PanelLeft,
  Play,
  Sparkle,
  Square,
} from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { useSnapshot } from 'valtio';
import { subscribe } from 'valtio/vanilla';
import { type AnimationEnd, neighborBefore, setLayerAnimation } from '../../../engine/edit/layerAnimation.ts';
import { animationsOf } from '../../../engine/kinds/families.ts';
import { isText } from '../../../engine/kinds/text.ts';
import type { AnimationSide, LayerAnimation } from '../../../engine/project/layerMotion.ts';
import type { Layer } from '../../../engine/project/layers.ts';
import { MIN_ANIMATION_SECONDS } from '../../../engine/project/limits.ts';
import type { Project } from '../../../engine/project/project.ts';
import { layerSpans } from '../../../engine/timeline/spans.ts';
import { layerLabel } from '../../client/media/layerTitle.ts';
import { ThumbCards } from '../../kit/choices.tsx';
import { RangeField } from '../../kit/RangeField.tsx';
import { Switch } from '../../kit/Switch.tsx';
import { lengthInWords } from '../../kit/words.ts';
import { changeSelected, useLayer } from '../state/layers.ts';
import { pause, play, playhead, seek, shownTime } from '../state/playback.ts';
import { endStep, studio } from '../state/studio.ts';
import '../../kit/style/panels.css';
import '../../kit/style/effects.css';

/** Route in-and-out: enter and exit animations of the selected layer. Each choice is played on the canvas. */
export function LayerAnimations() {
  const layer = useLayer();
  return layer ? <OfLayer key={layer.id} layer={layer} /> : null;
}

function OfLayer({ layer }: { layer: Layer }) {
  const [playing, start] = useLayerPlay(layer.id);
  return (
    <div className="stack-2 effect-panel">
      {ends.map(({ end, title, from }) => (
        <section key={end} className="stack-2 effect-panel" aria-label={title}>
          <h3>{title}</h3>
          <End layer={layer} end={end} title={title} from={from} onChosen={() => start(end)} />
          <PlayButton
            isPlaying={playing === end}
            isNone={!animationsOf(layer)[end]}
            title={title}
            onToggle={() => start(playing === end ? undefined : end)}
          />
        </section>
      ))}
    </div>
  );
}

const ends = [
  { end: 'animateIn', title: 'In', from: 'From' },
  { end: 'animateOut', title: 'Out', from: 'To' },
] as const;

interface EndProps {
  layer: Layer;
  end: AnimationEnd;
  title: string;
  /** Label of the direction. */
  from: string;
  /** Called when another animation was chosen. */
  onChosen: () => void;
}

function End({ layer, end, title, from, onChosen }: EndProps) {
  const now = animationsOf(layer)[end];
  const set = (settings: Partial<LayerAnimation> | undefined, step?: string) =>
    changeSelected(layer, (project, { id }) => setLayerAnimation(project, id, end, settings), step);
  const choose = (settings: Partial<LayerAnimation> | undefined) => {
    set(settings);
    if (settings) onChosen();
  };
  return (
    <>
      <ThumbCards
        legend={title}
        name={end}
        className="is-motions"
        choices={isText(layer) ? [...ways, written] : ways}
        value={now?.type ?? 'none'}
        onChoose={(type) => choose(type === 'none' ? undefined : { type })}
      />
      {now && (now.type === 'slide' || now.type === 'wipe') && (
        <ThumbCards
          legend={`${title}: ${from}`}
          name={`${end} side`}
          className="is-motions"
          choices={sides}
          value={now.side ?? 'left'}
          onChoose={(side) => choose({ side })}
        />
      )}
      <RangeField
        label="Length"
        value={now?.duration ?? 0.5}
        min={MIN_ANIMATION_SECONDS}
        max={Math.max(3, now?.duration ?? 0)}
        step={0.1}
        keys={{ coarse: 0.1 }}
        words={now ? lengthInWords(now.duration) : 'None'}
        typed={{ unit: 's' }}
        disabled={!now}
        onChange={(seconds) => set({ duration: Math.round(seconds * 10) / 10 }, `${layer.id} ${end}`)}
        onEnd={endStep}
      />
      {end === 'animateIn' && <Over layer={layer} onChange={(over) => choose({ type: now?.type ?? 'fade', over })} />}
    </>
  );
}

/** A switch that makes the enter animation a transition from the layer before; absent without such a layer. */
function Over({ layer, onChange }: { layer: Layer; onChange: (over: boolean) => void }) {
  const { project } = useSnapshot(studio);
  const before = neighborBefore(project as Project, layer.id);
  if (!before) return null;
  return (
    <Switch
      label="Transition from the layer before"
      hint={`${layerLabel(before)} plays on meanwhile.`}
      on={animationsOf(layer).animateIn?.over === true}
      onChange={onChange}
    />
  );
}

interface PlayProps {
  isPlaying: boolean;
  isNone: boolean;
  title: string;
  onToggle: () => void;
}

function PlayButton({ isPlaying, isNone, title, onToggle }: PlayProps) {
  return (
    <button
      type="button"
      className="button plain"
      aria-disabled={isNone}
      aria-label={`${isPlaying ? 'Stop' : 'Play preview'}: ${title}`}
      onClick={() => !isNone && onToggle()}
    >
      {isPlaying ? <Square aria-hidden="true" /> : <Play aria-hidden="true" />}
      {isPlaying ? 'Stop' : 'Play preview'}
    </button>
  );
}

type Way = LayerAnimation['type'] | 'none';

const ways: readonly { value: Way; title: string; picture: ReactNode }[] = [
  { value: 'none', title: 'None', picture: <Ban aria-hidden="true" /> },
  { value: 'fade', title: 'Fade', picture: <Blend aria-hidden="true" /> },
  { value: 'slide', title: 'Slide', picture: <MoveRight aria-hidden="true" /> },
  { value: 'zoom', title: 'Zoom', picture: <Expand aria-hidden="true" /> },
  { value: 'pop', title: 'Pop', picture: <Sparkle aria-hidden="true" /> },
  { value: 'wipe', title: 'Wipe', picture: <PanelLeft aria-hidden="true" /> },
];
const written = { value: 'typewriter', title: 'Typewriter', picture: <Keyboard aria-hidden="true" /> } as const;

const sides: readonly { value: AnimationSide; title: string; picture: ReactNode }[] = [
  { value: 'left', title: 'Left', picture: <ArrowLeft aria-hidden="true" /> },
  { value: 'right', title: 'Right', picture: <ArrowRight aria-hidden="true" /> },
  { value: 'top', title: 'Top', picture: <ArrowUp aria-hidden="true" /> },
  { value: 'bottom', title: 'Bottom', picture: <ArrowDown aria-hidden="true" /> },
];

/** Seconds played before or after the animation. */
const AROUND = 0.4;
/** Playback stops this long before the layer's end, in seconds, so that it does not run into the next scene. */
const BEFORE_END = 0.05;

/**
 * Plays a layer's enter or exit animation, then returns the playhead to where it was.
 * @returns the animation that is playing, and a function that starts one.
 */
function useLayerPlay(layerId: string): [playing: AnimationEnd | undefined, start: (end?: AnimationEnd) => void] {
  const [playing, setPlaying] = useState<{ end: AnimationEnd }>();
  useEffect(() => {
    if (!playing) return;
    const { from, to } = timesOf(layerId, playing.end);
    const before = shownTime();
    seek(from);
    play();
    let wasRunning = false;
    const look = () => {
      wasRunning ||= !playhead.isPaused;
      const isOver = playhead.time >= to || playhead.time < from - AROUND;
      if (playhead.isPaused ? wasRunning : isOver) setPlaying(undefined);
    };
    const stop = subscribe(playhead, look);
    look();
    return () => {
      stop();
      pause();
      seek(before);
    };
  }, [playing, layerId]);
  return [playing?.end, (end) => setPlaying(end && { end })];
}

/** The span played for a layer's animation, in seconds of the whole video. */
function timesOf(layerId: string, which: AnimationEnd): { from: number; to: number } {
  const span = layerSpans(studio.project, 'all').find(({ layer }) => layer.id === layerId);
  if (!span) return { from: 0, to: 0 };
  const { start, end, layer } = span;
  const { animateIn, animateOut } = animationsOf(layer);
  const [inLength, outLength] = [animateIn?.duration ?? 0, animateOut?.duration ?? 0];
  const last = Math.max(start, end - BEFORE_END);
  if (which === 'animateIn') {
    const from = animateIn?.over ? Math.max(0, start - AROUND) : start;
    return { from, to: Math.min(last, start + inLength + AROUND) };
  }
  return { from: Math.max(start, end - outLength - AROUND), to: last };
}
