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
import { textFieldLook, textFieldPlace, useTextFit } from '../../player/textField.ts';
import { pause } from '../state/playback.ts';
import { change, endStep, studio } from '../state/studio.ts';
import { endWriting } from '../state/writing.ts';
import { keepFieldVisible } from './keepVisible.ts';

interface Props {
  layer: TextLayer;
  /** Pixels of the canvas. */
  box: Box;
  /** CSS pixels per canvas pixel. */
  scale: number;
  /** Background color of the scene. */
  background: string;
}

/** A typing pause of this length closes the undo step, in milliseconds. */
const STEP_MS = 1000;
/** Text of new layers. It is selected, so that the first typed character replaces it. */
const SAMPLES = ['Sample text', 'Top meme text', 'Bottom meme text'];
/** Maximum side of the background's canvas, in pixels. */
const MOST_GROUND = 4096;
/** Extra line width, since the browser's text metrics differ slightly from the painter's. In canvas pixels. */
const SLACK = 1;

/**
 * The text field, placed and styled like the text on the canvas. It is laid out in canvas pixels and scaled as a whole,
 * so that lines break as they are painted.
 */
export function TextEditor({ layer, box, scale, background }: Props) {
  const field = useRef<HTMLTextAreaElement>(null);
  const { fontSize, lineCount, fonts } = useTextFit(layer, box);
  const write = useWriting(layer.id);
  const isKeyRepeat = useKeyRepeat();
  useStart(field, layer);
  useEffect(() => (field.current ? keepFieldVisible(field.current) : undefined), []);
  useLayoutEffect(() => {
    // Undo and redo change the text from outside. During a composition the values are equal, so it is not disturbed.
    if (field.current && field.current.value !== layer.text) field.current.value = layer.text;
  }, [layer.text]);
  const room = textRoom(layer, { ...box, x: 0, y: 0 });
  const textHeight = lineCount * layer.lineHeight * fontSize;
  const height = Math.max(room.height, textHeight);
  // The browser adds letter spacing after the last letter of a line; the painter does not.
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
          if (isKeyRepeat(event)) event.preventDefault();
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

/** Writes each change to the project at once; a pause closes the undo step. */
function useWriting(id: string): (text: string) => void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    // Moving on to the next scene would remove the field.
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

/**
 * Returns a check for a key that was pressed before the field appeared, such as the one that opened it. While it
 * repeats, it writes nothing.
 */
function useKeyRepeat(): (event: KeyboardEvent) => boolean {
  const isStillDown = useRef(true);
  return ({ repeat }) => {
    isStillDown.current &&= repeat;
    return isStillDown.current;
  };
}

/** Focuses the field. Selects sample text; otherwise puts the cursor at the end. */
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
  /** Changes when font metrics change. */
  fonts: number;
}

/** The text background, drawn by the same painter, behind the field. */
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

/** The color behind the letters. */
function groundOf(layer: TextLayer, background: string): string {
  const isSeen = hasBackground(layer) && parseRgba(layer.background).a >= 0.5;
  return isSeen ? layer.background : background;
}
