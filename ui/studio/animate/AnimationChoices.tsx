import { setAnimation } from '../../../engine/edit/animate.ts';
import { animationLength, animationSeconds } from '../../../engine/kinds/animation.ts';
import type { Animation, TextLayer } from '../../../engine/project/layers.ts';
import { lengthInWords } from '../../components/words.ts';
import { RadioCards } from '../controls/RadioCards.tsx';
import { change } from '../state/studio.ts';

/** The animations of a text and their speeds; each choice is a step of its own. */
export function AnimationChoices({ layer }: { layer: TextLayer }) {
  const { id = 'none', speed = 'default' } = layer.animation ?? {};
  const choose = (next: Animation['id'], pace: Animation['speed']) =>
    (next !== id || pace !== speed) && change((project) => setAnimation(project, layer.id, next, pace));
  return (
    <>
      <RadioCards
        label="Animation"
        name="animation"
        value={id}
        choices={animations}
        onChange={(next) => choose(next, speed)}
      />
      <RadioCards
        label="Speed"
        name="animation-speed"
        value={speed}
        choices={speeds.map((one) => ({ ...one, hint: paceInWords(id, one.value), icon: null }))}
        disabled={id === 'none'}
        onChange={(pace) => choose(id, pace)}
      />
    </>
  );
}

const animations = [
  { value: 'none', title: 'None', hint: 'The text stands still.', icon: <Letters look="none" /> },
  { value: 'text-focus-in', title: 'Fade', hint: 'It comes in softly.', icon: <Letters look="fade" /> },
  {
    value: 'text-flicker-in-glow',
    title: 'Flicker',
    hint: 'It comes on like a neon sign.',
    icon: <Letters look="flicker" />,
  },
  { value: 'hue-rotate', title: 'Hue Rotate', hint: 'Its colour goes round, from blue.', icon: <Letters look="hue" /> },
] as const;

const speeds = [
  { value: 'slow', title: 'Slow' },
  { value: 'default', title: 'Default' },
  { value: 'fast', title: 'Fast' },
] as const;

/** A sign for an animation. */
function Letters({ look }: { look: string }) {
  return (
    <span className="animate-letters" data-look={look} aria-hidden="true">
      Aa
    </span>
  );
}

/** How long an animation takes at a speed: "1 s", or for one that goes round "1 s a turn". */
function paceInWords(id: Animation['id'], speed: Animation['speed']): string {
  if (id === 'none') return '';
  const length = animationLength({ id, speed, duration: animationSeconds[id] });
  const seconds = length < 1 ? `${length} s` : lengthInWords(length);
  return id === 'hue-rotate' ? `${seconds} a turn` : seconds;
}
