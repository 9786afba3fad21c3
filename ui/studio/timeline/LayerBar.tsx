import { type KeyboardEvent, type MouseEvent, memo, type PointerEvent, type ReactNode, useMemo, useRef } from 'react';
import { canSlip } from '../../../engine/edit/rollSlip.ts';
import { isAnimated, isKeyed, isPlayed, isSound, isVideo } from '../../../engine/kinds/families.ts';
import type { Layer, PlayedLayer, SubtitlesLayer } from '../../../engine/project/layers.ts';
import { mediaSpan } from '../../../engine/timeline/durations.ts';
import { mediaSegments } from '../../../engine/timeline/mediaSegments.ts';
import { endOfLayer, type LayerSpan } from '../../../engine/timeline/spans.ts';
import { timecode } from '../../../engine/timeline/timecode.ts';
import { layerLabel, layerPreview, layerTitle } from '../../client/media/layerTitle.ts';
import { isAdding } from '../../kit/input.ts';
import { barKeys, edgeKeys, pressedKeys, rowKeys, secondsOf } from '../../kit/timeKeys.ts';
import { Chunks, type Drawing, type Piece } from '../../media/Chunks.tsx';
import { Filmstrip } from '../../media/Filmstrip.tsx';
import { Waveform } from '../../media/Waveform.tsx';
import { layerKindOf } from '../actions/layerKinds.ts';
import { layerActions } from '../actions/layers.ts';
import { toggleLayer } from '../state/go.ts';
import { picking } from '../state/liveStage.ts';
import { splitAtPlayhead } from '../state/splitAtPlayhead.ts';
import { endStep } from '../state/studio.ts';
import { AnimationMarks } from './AnimationMarks.tsx';
import { dragBar, dragContent } from './dragBar.ts';
import { KeyframeMarks } from './KeyframeMarks.tsx';
import { SoundHandles } from './SoundHandles.tsx';
import {
  type BarPart,
  chooseBar,
  movePart,
  rangeWords,
  removeBar,
  rollPart,
  slipContent,
  timeInVideo,
} from './timeEdits.ts';
import { scrollIntoViewLater } from './view.ts';

/** Height of a layer's bar, in CSS pixels: a touch target. */
export const BAR_HEIGHT = 44;
/** Minimum width of a bar, in CSS pixels. */
const LEAST_WIDTH = 6;
/** Width of the trim zones at a bar's ends for the mouse, in CSS pixels; at most a quarter of the bar. */
const END_WIDTH = 10;

interface Props {
  span: LayerSpan;
  /** Distance from the first row, in CSS pixels. */
  top: number;
  /** CSS pixels per second. */
  scale: number;
  isSelected: boolean;
  /** Whether it is selected together with others. */
  isAmong: boolean;
  /** Whether it is being dragged. */
  isMoved: boolean;
  /** Whether it is a tab stop. */
  isTabStop: boolean;
}

/**
 * A layer over its span. The whole bar or its ends can be dragged by mouse, touch and keys. One bar is a tab stop;
 * arrow keys move focus to the others.
 */
export const LayerBar = memo(function LayerBar(props: Props) {
  const { span, top, scale, isSelected, isAmong, isMoved, isTabStop } = props;
  const { layer, start } = span;
  const over = endOfLayer(span);
  const hasDragged = useRef(false);
  const width = Math.max(LEAST_WIDTH, (over - start) * scale);
  const words = layerPreview(layer);
  const { icon: Icon } = layerKindOf(layer);
  const drag = (part: BarPart, isQuick: boolean) => (press: PointerEvent<HTMLElement>) => {
    hasDragged.current = false;
    const onStart = () => {
      hasDragged.current = true;
    };
    dragBar(press, { layerId: layer.id, part, scale, isQuick, onStart });
  };
  const choose = (event: MouseEvent) => {
    if (hasDragged.current) return;
    if (isAdding(event) || picking.isOn) toggleLayer(layer.id);
    else chooseBar(layer.id, event.detail > 0 ? clickedTime(event) : undefined);
  };
  const clickedTime = ({ clientX, currentTarget }: MouseEvent) => {
    const within = (clientX - currentTarget.getBoundingClientRect().left) / scale;
    return start + Math.min(over - start, Math.max(0, within));
  };
  return (
    <li data-layer={layer.id}>
      <div className="bar-place" style={{ top, left: start * scale, width }}>
        <button
          type="button"
          className="track"
          tabIndex={isTabStop ? 0 : -1}
          data-arrows=""
          data-type={layer.type}
          data-dragging={isMoved || undefined}
          data-muted={('isMuted' in layer && layer.isMuted) || undefined}
          style={{ height: BAR_HEIGHT, '--end': `${Math.min(END_WIDTH, width / 4)}px` } as React.CSSProperties}
          aria-pressed={isSelected || isAmong}
          data-hidden={layer.isHidden || undefined}
          data-locked={layer.isLocked || undefined}
          aria-label={[layerTitle(layer), words].join(' ').trim()}
          title={`${rangeWords(start, over)} (Left and Right move it, with Alt its end; Up and Down go to the next. Drop it with Alt to insert it between others, with Shift to overwrite them)`}
          onClick={choose}
          onPointerDown={(press) => drag(partAt(press), false)(press)}
          onKeyDown={(event) => actByKey(event, layer.id)}
          onKeyUp={({ key }) => key.startsWith('Arrow') && endStep()}
        >
          {stripOf(layer, span, scale)}
          <span className="track-words">
            <Icon aria-hidden="true" />
            {!('cues' in layer) && <span>{words || layerTitle(layer)}</span>}
          </span>
          <span className="track-grip is-start" />
          <span className="track-grip is-end" />
        </button>
        {isAnimated(layer) && <AnimationMarks span={span} scale={scale} />}
        {isKeyed(layer) && <KeyframeMarks span={span} scale={scale} isTabStop={isSelected} />}
        {isSelected && (
          <>
            <BarEnd layer={layer} part="start" at={start} onPointerDown={drag('start', true)} />
            <BarEnd layer={layer} part="end" at={over} onPointerDown={drag('end', true)} />
            {isPlayed(layer) && width >= SLIP_ROOM && (
              <SoundHandles layer={layer} length={over - start} scale={scale} height={BAR_HEIGHT} />
            )}
            {canSlip(layer) && width >= SLIP_ROOM && <BarSlip layer={layer} scale={scale} />}
          </>
        )}
        {isMoved && (
          <span className="bar-times numbers" data-below={top === 0 || undefined}>
            {rangeWords(start, over)}
          </span>
        )}
      </div>
    </li>
  );
}, isSame);

/** Spans are new objects after each change of the project. A bar renders again only if its own layer has changed. */
function isSame(before: Props, after: Props): boolean {
  const [one, other] = [before.span, after.span];
  return (
    one.layer === other.layer &&
    one.start === other.start &&
    one.end === other.end &&
    before.top === after.top &&
    before.scale === after.scale &&
    before.isSelected === after.isSelected &&
    before.isAmong === after.isAmong &&
    before.isMoved === after.isMoved &&
    before.isTabStop === after.isTabStop
  );
}

/** Its media over time: frames, a waveform, or cues with their text. */
function stripOf(layer: Layer, span: LayerSpan, scale: number): ReactNode {
  if (isVideo(layer)) return <VideoStrip {...{ layer, span, scale }} />;
  if (isSound(layer)) return <Wave {...{ layer, span, scale }} />;
  return 'cues' in layer ? <Cues {...{ layer, span }} /> : undefined;
}

/** By touch the whole bar moves; the selected one has handles for its ends. */
function partAt({ pointerType, clientX, currentTarget }: PointerEvent<HTMLElement>): BarPart {
  if (pointerType === 'touch') return 'both';
  const { left, right, width } = currentTarget.getBoundingClientRect();
  const end = Math.min(END_WIDTH, width / 4);
  if (clientX - left < end) return 'start';
  return right - clientX < end ? 'end' : 'both';
}

function actByKey(event: KeyboardEvent<HTMLElement>, layerId: string): void {
  const bar = event.currentTarget;
  const is = (keys: readonly string[]) => keys.includes(pressedKeys(event));
  if (is(layerActions.split.keys ?? [])) splitAtPlayhead(layerId);
  else if (is(layerActions.delete.keys ?? [])) {
    // Focus moves to an adjacent bar.
    (adjacentBar(bar, 1) ?? adjacentBar(bar, -1))?.focus();
    removeBar(layerId);
  } else if (is(rowKeys)) adjacentBar(bar, is(rowKeys.slice(0, 1)) ? -1 : 1)?.focus();
  else if (!moveByKey(event, layerId)) return;
  event.preventDefault();
}

/** @returns whether the key moves a bar. */
function moveByKey(event: KeyboardEvent<HTMLElement>, layerId: string): boolean {
  const [by, endBy] = [secondsOf(event, barKeys.both), secondsOf(event, barKeys.end)];
  const found = timeInVideo(layerId);
  if ((by ?? endBy) === undefined) return false;
  if (by !== undefined) movePart(layerId, 'both', found.from + by);
  else if (endBy !== undefined) movePart(layerId, 'end', found.to + endBy);
  const bar = event.currentTarget;
  scrollIntoViewLater(by === undefined ? (bar.querySelector('.is-end') ?? bar) : bar);
  return true;
}

/** The bar before (-1) or after (1) another: row by row, each in order of time. */
function adjacentBar(bar: HTMLElement, step: -1 | 1): HTMLElement | undefined {
  const places = [...(bar.closest('.tracks')?.querySelectorAll<HTMLElement>('.bar-place') ?? [])];
  const of = ({ style }: HTMLElement) => [style.top, style.left].map(Number.parseFloat) as [number, number];
  places.sort((a, b) => of(a)[0] - of(b)[0] || of(a)[1] - of(b)[1]);
  const index = places.findIndex((place) => place.contains(bar));
  return places[index + step]?.querySelector<HTMLElement>('.track') ?? undefined;
}

interface SegmentProps {
  layer: PlayedLayer;
  span: LayerSpan;
  scale: number;
}

/**
 * Filmstrips of the played segments: repeated for loops, reversed where it plays backwards, none for a frozen last
 * frame.
 */
function VideoStrip({ layer: { url, duration = 0 }, span, scale }: SegmentProps) {
  return mediaSegments(span).map(({ at, length, from, to }) => (
    <span key={at} className="track-video" style={{ left: at * scale, width: length * scale }}>
      <Filmstrip url={url} duration={duration} from={from} to={to} height={BAR_HEIGHT} />
    </span>
  ));
}

function Cues({ layer, span }: { layer: SubtitlesLayer; span: LayerSpan }) {
  return (
    <span className="track-video" style={{ inset: 0 }}>
      <CueStrip layer={layer} span={span} height={BAR_HEIGHT} />
    </span>
  );
}

/** The audible part of the audio: repeated where it loops. */
function Wave({ layer: { url, duration = 0, audioTrack }, span, scale }: SegmentProps) {
  return mediaSegments(span).map(({ at, length, from, to }) => (
    <span key={at} className="track-video" style={{ left: at * scale, width: length * scale }}>
      <Waveform {...{ url, duration, audioTrack, from, to }} height={BAR_HEIGHT} />
    </span>
  ));
}

interface BarEndProps {
  layer: Layer;
  part: 'start' | 'end';
  /** Position in seconds of the whole video. */
  at: number;
  onPointerDown: (press: PointerEvent<HTMLElement>) => void;
}

/** A handle at an end of the selected bar. Dragging starts at once, by touch too. For keys, see `edgeKeys`. */
function BarEnd({ layer, part, at, onPointerDown }: BarEndProps) {
  const name = layerLabel(layer);
  return (
    <div
      className={`bar-end is-${part}`}
      role="slider"
      tabIndex={0}
      aria-label={`${part === 'start' ? 'Start' : 'End'} of ${name}`}
      aria-orientation="horizontal"
      aria-valuenow={at}
      aria-valuetext={timecode(at)}
      title="Drag it to trim; with Alt, the adjacent clip changes too"
      onPointerDown={onPointerDown}
      onKeyDown={(event) => moveEndByKey(event, layer.id, part)}
      onKeyUp={({ key }) => /^(Arrow|Page)/.test(key) && endStep()}
    />
  );
}

/** Minimum width of a bar for the handles of its content and of its sound, in CSS pixels. */
const SLIP_ROOM = 96;

/** The handle of the content of a trimmed clip: dragging or keys slip it under the bar, which stays. */
function BarSlip({ layer, scale }: { layer: PlayedLayer & { duration: number }; scale: number }) {
  const { start, end } = mediaSpan(layer);
  return (
    <div
      className="bar-slip"
      role="slider"
      tabIndex={0}
      aria-label={`Content of ${layerLabel(layer)}`}
      aria-orientation="horizontal"
      aria-valuemin={0}
      aria-valuemax={Math.max(0, layer.duration - (end - start))}
      aria-valuenow={start}
      aria-valuetext={rangeWords(start, end)}
      title={`Plays ${rangeWords(start, end)} of the file; drag to play another part at the same time`}
      onPointerDown={(press) => dragContent(press, layer.id, scale)}
      onKeyDown={(event) => {
        const by = secondsOf(event, edgeKeys);
        if (by === undefined) return;
        event.preventDefault();
        slipContent(layer.id, by);
      }}
      onKeyUp={({ key }) => /^(Arrow|Page)/.test(key) && endStep()}
    />
  );
}

function moveEndByKey(event: KeyboardEvent<HTMLElement>, layerId: string, part: 'start' | 'end'): void {
  const rolled = secondsOf(event, barKeys.end);
  if (rolled !== undefined) {
    event.preventDefault();
    rollPart(layerId, part, rolled);
    return;
  }
  const by = secondsOf(event, edgeKeys);
  const found = timeInVideo(layerId);
  if (by === undefined) return;
  event.preventDefault();
  movePart(layerId, part, (part === 'start' ? found.from : found.to) + by);
  scrollIntoViewLater(event.currentTarget);
}

/** Margin around a block, and padding inside it, in CSS pixels. */
const GAP = 1;
const INSET = 4;
/** Blocks with less room show no text. In CSS pixels. */
const LEAST_WORDS = 20;
/** The start of a bar that its icon covers, in CSS pixels. */
const ICON = 34;

/** Subtitles as blocks over time. Painted on a canvas, since there may be thousands. */
function CueStrip({ layer, span, height }: { layer: SubtitlesLayer; span: LayerSpan; height: number }) {
  const { cues, at = 0 } = layer;
  const length = span.end - span.start;
  const drawing = useMemo<Drawing>(
    () => ({ paint: (ctx, piece) => paintCues(ctx, piece, { cues, at, length }), wish: () => {} }),
    [cues, at, length],
  );
  return <Chunks drawing={drawing} height={height} />;
}

interface Shown {
  cues: SubtitlesLayer['cues'];
  /** Time in the subtitles of the left edge, in seconds. */
  at: number;
  /** Duration in seconds. */
  length: number;
}

function paintCues(
  ctx: CanvasRenderingContext2D,
  { x, width, height, whole }: Piece,
  { cues, at, length }: Shown,
): void {
  if (length <= 0) return;
  const { color, fontFamily } = getComputedStyle(ctx.canvas);
  const scale = whole / length;
  let count = 0;
  ctx.font = `12px ${fontFamily}`;
  ctx.textBaseline = 'middle';
  for (const { text, startTime, endTime } of cues) {
    const from = (startTime - at) * scale - x;
    const wide = Math.max(2, (endTime - startTime) * scale - 2 * GAP);
    if (from + wide < 0 || from > width) continue;
    count += 1;
    ctx.save();
    ctx.beginPath();
    ctx.roundRect(from + GAP, INSET, wide, height - 2 * INSET, 4);
    ctx.fillStyle = color;
    ctx.globalAlpha = 0.16;
    ctx.fill();
    ctx.globalAlpha = 1;
    ctx.clip();
    const left = textLeft(from + x, wide);
    if (left !== undefined) ctx.fillText(text.replaceAll('\n', ' ').slice(0, 200), left - x, height / 2);
    ctx.restore();
  }
  ctx.canvas.dataset.cues = String(count);
}

/**
 * Returns where the text of a block starts, next to the icon of the bar, in CSS pixels from the start of the bar;
 * undefined if there is no room for it.
 */
export function textLeft(blockLeft: number, blockWidth: number): number | undefined {
  const left = Math.max(blockLeft + GAP + INSET, ICON);
  return blockLeft + blockWidth - left >= LEAST_WORDS ? left : undefined;
}
