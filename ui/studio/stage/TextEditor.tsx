import { type KeyboardEvent, useEffect, useLayoutEffect, useRef } from 'react';
import { TARGET_ATTRIBUTE } from '../../../engine/browser/gestures/bindPointer.ts';
import { setLayerFields } from '../../../engine/edit/style.ts';
import type { Box } from '../../../engine/layout/box.ts';
import { parseRgba } from '../../../engine/layout/color.ts';
import { directionOf } from '../../../engine/layout/words.ts';
import type { Canvas2D } from '../../../engine/painters/canvas.ts';
import { textLineAreas, textReach } from '../../../engine/painters/text.ts';
import { hasBackground, paintTextBackground, textRoom } from '../../../engine/painters/textBackground.ts';
import type { TextLayer } from '../../../engine/project/layers.ts';
import { MAX_TEXT_LENGTH } from '../../../engine/project/limits.ts';
import { textFieldLook, textFieldPlace, useTextFit } from '../../preview/textField.ts';
import { pause } from '../state/playback.ts';
import { change, endStep, studio } from '../state/studio.ts';
import { keepFieldInSight } from './inSight.ts';
import { endWriting } from './writing.ts';

interface Props {
  layer: TextLayer;
  /** Pixels of the canvas. */
  box: Box;
  /** CSS pixels per pixel of the canvas. */
  scale: number;
  /** Color of the scene behind it. */
  background: string;
}

/** A pause in typing that ends a step of undo, milliseconds. */
const STEP_MS = 1000;
/** What new texts say; it makes way for the first letter that is typed. */
const SAMPLES = ['Sample text', 'Top meme text', 'Bottom meme text'];
/** The most pixels along a side of the background's canvas. */
const MOST_GROUND = 4096;
/** The browser measures a little otherwise than the painter: so much wider a line may be, pixels of the canvas. */
const SLACK = 1;

/**
 * The field in which a text is written, right where the canvas shows it and looking the same. It is laid out in pixels
 * of the canvas and scaled as a whole, so lines break as they are painted.
 */
export function TextEditor({ layer, box, scale, background }: Props) {
  const field = useRef<HTMLTextAreaElement>(null);
  const { fontSize, lineCount, fonts } = useTextFit(layer, box);
  const write = useWriting(layer.id);
  const isHeldOn = useHeldOn();
  useStart(field, layer);
  useEffect(() => (field.current ? keepFieldInSight(field.current) : undefined), []);
  useLayoutEffect(() => {
    // Undo and redo change the text from outside; a composition in progress is left alone, since they are the same then.
    if (field.current && field.current.value !== layer.text) field.current.value = layer.text;
  }, [layer.text]);
  const room = textRoom(layer, { ...box, x: 0, y: 0 });
  const textHeight = lineCount * layer.lineHeight * fontSize;
  const height = Math.max(room.height, textHeight);
  // A field keeps the room after the last letter of a line, the painter does not.
  const tail = layer.letterSpacing * fontSize * { left: 0, center: 0.5, right: 1 }[layer.textAlign];
  const above = { top: 0, middle: 0.5, bottom: 1 }[layer.verticalAlign];
  return (
    <div className="stage-writing-place" style={textFieldPlace(box, scale)} {...{ [TARGET_ATTRIBUTE]: 'none' }}>
      {hasBackground(layer) && <Ground layer={layer} box={box} scale={scale} fonts={fonts} />}
      <textarea
        ref={field}
        className="picture-text stage-text"
        aria-label="Text of the layer"
        dir={directionOf(layer.text)}
        spellCheck={false}
        autoCapitalize="sentences"
        maxLength={MAX_TEXT_LENGTH}
        defaultValue={layer.text}
        style={{
          ...textFieldLook(layer, fontSize, groundOf(layer, background)),
          left: room.x - SLACK + tail,
          top: room.y + (room.height - height) * above,
          width: room.width + 2 * SLACK,
          height,
          paddingTop: (height - textHeight) * above,
        }}
        onInput={(event) => write(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (isHeldOn(event)) event.preventDefault();
          if (event.nativeEvent.isComposing) return;
          const isEnd = event.key === 'Escape' || (event.key === 'Enter' && (event.ctrlKey || event.metaKey));
          if (!isEnd) return;
          event.preventDefault();
          endWriting();
        }}
      />
    </div>
  );
}

/** Puts what is typed into the project at once; a pause ends the step. */
function useWriting(id: string): (text: string) => void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    // A scene that ends would take the field away.
    pause();
    studio.writingLayerId = id;
    return () => {
      clearTimeout(timer.current);
      endStep();
      if (studio.writingLayerId === id) studio.writingLayerId = null;
    };
  }, [id]);
  return (text) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(endStep, STEP_MS);
    change((project) => setLayerFields(project, id, 'text', { text }), `text:${id}`);
  };
}

/** Tells whether a key was pressed before the field was there, as the one that opened it: while it is held it writes nothing. */
function useHeldOn(): (event: KeyboardEvent) => boolean {
  const isHeld = useRef(true);
  return ({ repeat }) => {
    isHeld.current &&= repeat;
    return isHeld.current;
  };
}

/** Takes the keyboard, with the sample selected, or the cursor at the end of what is there. */
function useStart(field: React.RefObject<HTMLTextAreaElement | null>, { text }: TextLayer): void {
  const start = useRef(text);
  useEffect(() => {
    const element = field.current;
    if (!element) return;
    element.focus({ preventScroll: true });
    const { length } = element.value;
    element.setSelectionRange(SAMPLES.includes(start.current) ? 0 : length, length);
  }, [field]);
}

interface GroundProps extends Omit<Props, 'background'> {
  /** Another number where letters have another width. */
  fonts: number;
}

/** The background of the text, painted by its painter, behind the field. */
function Ground({ layer, box: { width, height }, scale, fonts }: GroundProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const reach = textReach(layer, { x: 0, y: 0, width, height, rotation: 0 });
  // biome-ignore lint/correctness/useExhaustiveDependencies: fonts stands for the letters' widths.
  useLayoutEffect(() => {
    const ctx = canvas.current?.getContext('2d');
    if (!canvas.current || !ctx) return;
    const box = { x: 0, y: 0, width, height, rotation: 0 };
    const ratio = Math.min(scale * devicePixelRatio, MOST_GROUND / Math.max(reach.width, reach.height));
    canvas.current.width = Math.ceil(reach.width * ratio);
    canvas.current.height = Math.ceil(reach.height * ratio);
    ctx.setTransform(ratio, 0, 0, ratio, -reach.x * ratio, -reach.y * ratio);
    const target = ctx as unknown as Canvas2D;
    const lines = layer.text.trim() === '' ? [] : textLineAreas(target, layer, box);
    paintTextBackground(target, layer, box, lines, layer.background);
  }, [layer, width, height, scale, reach.x, reach.y, reach.width, reach.height, fonts]);
  const style = { left: reach.x, top: reach.y, width: reach.width, height: reach.height };
  return <canvas ref={canvas} className="stage-text-ground" data-testid="text-background" style={style} />;
}

/** What the letters stand on. */
function groundOf(layer: TextLayer, background: string): string {
  const isSeen = hasBackground(layer) && parseRgba(layer.background).a >= 0.5;
  return isSeen ? layer.background : background;
}
