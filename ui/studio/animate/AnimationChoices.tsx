import { useState } from 'react';
import { setAnimation } from '../../../engine/edit/animate.ts';
import { animationLength } from '../../../engine/kinds/animation.ts';
import type { Animation, TextLayer } from '../../../engine/project/layers.ts';
import { lengthInWords } from '../../components/words.ts';
import { RadioCards } from '../controls/RadioCards.tsx';
import { change } from '../state/studio.ts';

/**
 * The text animations and their speeds; each choice is one undo step. The typewriter belongs to a tool, so it is
 * offered only for a text that already has it.
 */
export function AnimationChoices({ layer }: { layer: TextLayer }) {
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
