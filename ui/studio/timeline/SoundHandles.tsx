import type { KeyboardEvent, PointerEvent } from 'react';
import type { PlayedLayer } from '../../../engine/project/layers.ts';
import { MAX_FADE_SECONDS, MAX_VOLUME } from '../../../engine/project/limits.ts';
import { layerLabel } from '../../client/media/layerTitle.ts';
import { startDrag } from '../../kit/drag.ts';
import { edgeKeys, secondsOf } from '../../kit/timeKeys.ts';
import { lengthInWords } from '../../kit/words.ts';
import { setFields } from '../state/layers.ts';
import { dropStep, endStep } from '../state/studio.ts';

/** Distance of the line of 100 % from the top of a bar, in CSS pixels; the line of the maximum is at the top. */
const FULL = 11;
/** Distance of the lines of 0 % and of the maximum from the edges of a bar, in CSS pixels. */
const EDGE = 2;

interface Props {
  layer: PlayedLayer;
  /** Seconds that it is audible. */
  length: number;
  /** CSS pixels per second. */
  scale: number;
  /** Of its bar, in CSS pixels. */
  height: number;
}

/** Over the selected bar: its volume as a line, and its fades as handles at the upper corners. */
export function SoundHandles({ layer, length, scale, height }: Props) {
  if (layer.isMuted) return null;
  return (
    <>
      <VolumeLine layer={layer} height={height} />
      <FadeHandle {...{ layer, length, scale }} end="fadeIn" />
      <FadeHandle {...{ layer, length, scale }} end="fadeOut" />
    </>
  );
}

type Levels = Partial<Pick<PlayedLayer, 'volume' | 'fadeIn' | 'fadeOut'>>;

/** @param field of the drag's undo step. @param levelsAt the change at a pointer position. */
function drag(
  press: PointerEvent<HTMLElement>,
  layer: PlayedLayer,
  field: keyof Levels,
  levelsAt: (x: number, y: number) => Levels,
): void {
  press.stopPropagation();
  startDrag(press, {
    way: 2,
    onMove: (x, { clientY }) => setFields(layer, levelsAt(x, clientY)),
    onEnd: endStep,
    onCancel: () => dropStep(`${layer.id} ${field}`),
  });
}

function VolumeLine({ layer, height }: Pick<Props, 'layer' | 'height'>) {
  const { volume } = layer;
  const top = topOf(volume, height);
  const percent = Math.round(volume * 100);
  const byKey = (event: KeyboardEvent) => {
    const by = { ArrowUp: 5, ArrowDown: -5, PageUp: 20, PageDown: -20 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    setFields(layer, { volume: within((percent + by) / 100, MAX_VOLUME) });
  };
  return (
    <div
      className="bar-volume"
      style={{ top }}
      role="slider"
      tabIndex={0}
      aria-label={`Volume of ${layerLabel(layer)}`}
      aria-orientation="vertical"
      aria-valuemin={0}
      aria-valuemax={MAX_VOLUME * 100}
      aria-valuenow={percent}
      aria-valuetext={`${percent}%`}
      title={`Volume ${percent}%: drag it up or down`}
      onPointerDown={(press) => {
        const from = press.clientY;
        drag(press, layer, 'volume', (_, y) => ({ volume: volumeAt(top + y - from, height) }));
      }}
      onKeyDown={byKey}
      onKeyUp={({ key }) => /^(Arrow|Page)/.test(key) && endStep()}
    />
  );
}

/** Returns the distance of a volume's line from the top of its bar, in CSS pixels. */
export function topOf(volume: number, height: number): number {
  const [quiet, loud] = [Math.min(1, volume), Math.max(0, volume - 1) / (MAX_VOLUME - 1)];
  return FULL + (1 - quiet) * (height - EDGE - FULL) - loud * (FULL - EDGE);
}

/** Returns the volume of a line, in hundredths. @param top CSS pixels from the top of the bar. */
export function volumeAt(top: number, height: number): number {
  const above = (FULL - top) / (FULL - EDGE);
  const below = (top - FULL) / (height - EDGE - FULL);
  const volume = top <= FULL ? 1 + above * (MAX_VOLUME - 1) : 1 - below;
  return Math.round(within(volume, MAX_VOLUME) * 100) / 100;
}

function FadeHandle({ layer, length, scale, end }: Omit<Props, 'height'> & { end: 'fadeIn' | 'fadeOut' }) {
  const isIn = end === 'fadeIn';
  const seconds = Math.min(layer[end], length);
  const most = Math.min(MAX_FADE_SECONDS, length);
  const levelsAt = (value: number) => ({ [end]: Math.round(within(value, most) * 10) / 10 });
  return (
    <div
      className={isIn ? 'bar-fade is-in' : 'bar-fade is-out'}
      style={{ '--fade': `${seconds * scale}px` } as React.CSSProperties}
      role="slider"
      tabIndex={0}
      aria-label={isIn ? `Fade in of ${layerLabel(layer)}` : `Fade out of ${layerLabel(layer)}`}
      aria-orientation="horizontal"
      aria-valuemin={0}
      aria-valuemax={most}
      aria-valuenow={seconds}
      aria-valuetext={seconds === 0 ? 'None' : lengthInWords(seconds)}
      title={isIn ? 'Drag it to fade the sound in' : 'Drag it to fade the sound out'}
      onPointerDown={(press) => {
        const from = press.clientX;
        drag(press, layer, end, (x) => levelsAt(seconds + ((isIn ? 1 : -1) * (x - from)) / scale));
      }}
      onKeyDown={(event) => {
        const by = secondsOf(event, edgeKeys);
        if (by === undefined) return;
        event.preventDefault();
        event.stopPropagation();
        setFields(layer, levelsAt(seconds + (isIn ? by : -by)));
      }}
      onKeyUp={({ key }) => /^(Arrow|Page)/.test(key) && endStep()}
    />
  );
}

function within(value: number, most: number): number {
  return Math.min(most, Math.max(0, value));
}
