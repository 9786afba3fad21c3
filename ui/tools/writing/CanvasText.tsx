import { type KeyboardEvent, type PointerEvent, useContext, useRef, useState } from 'react';
import { layerBox, type Size } from '../../../engine/layout/box.ts';
import { directionOf } from '../../../engine/layout/words.ts';
import { textRoom } from '../../../engine/painters/textBackground.ts';
import type { TextLayer } from '../../../engine/project/layers.ts';
import { MAX_TEXT_LENGTH } from '../../../engine/project/limits.ts';
import { textFieldLook, textFieldPlace, useTextFit } from '../../preview/textField.ts';
import { SheetWidth } from '../sheetWidth.ts';
import '../../preview/textField.css';
import './writing.css';

interface Props {
  /** As it is painted, or would be. */
  layer: TextLayer;
  /** What stands in the field. */
  text: string;
  label: string;
  /** Of the canvas, its own pixels. */
  canvas: Size;
  /** What the letters stand on. */
  ground: string;
  maxLength?: number;
  /** What stands in it while it is empty. */
  invitation?: string;
  /** How it can be used otherwise, in words. */
  hint?: string;
  className?: string;
  onWrite: (text: string) => void;
  /** The field has the keyboard now, or has it no more. */
  onFocus: (isWritten: boolean) => void;
  /** A press that may become a drag; the field takes the keyboard only if it did not. */
  onPress?: (event: PointerEvent<HTMLElement>, begin: () => void) => void;
  /** Before the field itself takes a key. */
  onKeyDown?: (event: KeyboardEvent) => void;
}

const hidden = { color: 'transparent', WebkitTextStroke: undefined };
/** The browser measures a little otherwise than the painter: so much wider a line may be, pixels of the canvas. */
const SLACK = 1;

/**
 * A text of the picture, written where it stands and looking the same. The field is not seen until it is used: who shows
 * the picture leaves out the layer meanwhile. Stands in an element as large as the picture.
 */
export function CanvasText(props: Props) {
  const {
    layer,
    text,
    label,
    canvas,
    ground,
    maxLength = MAX_TEXT_LENGTH,
    hint,
    className = '',
    invitation = 'Write here',
    onWrite,
    onFocus,
    onPress,
    onKeyDown,
  } = props;
  const field = useRef<HTMLTextAreaElement>(null);
  const [isWritten, setWritten] = useState(false);
  // CSS pixels per pixel of the canvas.
  const scale = useContext(SheetWidth) / canvas.width;
  const box = layerBox(layer, canvas);
  const { fontSize, lineCount } = useTextFit(layer, box);
  const room = textRoom(layer, { ...box, x: 0, y: 0 });
  const textHeight = Math.max(1, lineCount) * layer.lineHeight * fontSize;
  const height = Math.max(room.height, textHeight);
  const write = (now: boolean) => {
    setWritten(now);
    onFocus(now);
  };
  const above = { top: 0, middle: 0.5, bottom: 1 }[layer.verticalAlign];
  return (
    <div className="canvas-text-place" style={textFieldPlace(box, scale)}>
      <textarea
        ref={field}
        className={`picture-text canvas-text ${className}`}
        title={hint}
        aria-label={label}
        placeholder={text === '' ? invitation : undefined}
        dir={directionOf(text)}
        spellCheck={false}
        maxLength={maxLength}
        value={text}
        style={
          {
            ...textFieldLook(layer, fontSize, ground),
            // The painted letters are seen in their place.
            ...(isWritten || text === '' ? {} : hidden),
            left: room.x - SLACK,
            top: room.y + (room.height - height) * above,
            width: room.width + 2 * SLACK,
            height,
            paddingTop: (height - textHeight) * above,
            ...(text === '' ? emptyLook(height, scale) : {}),
            '--line': `${1 / Math.max(scale, 0.05)}px`,
          } as React.CSSProperties
        }
        onChange={({ target }) => onWrite(target.value)}
        onFocus={() => write(true)}
        onBlur={() => write(false)}
        onPointerDown={(event) => {
          if (document.activeElement !== field.current) onPress?.(event, () => field.current?.focus());
        }}
        onKeyDown={(event) => {
          onKeyDown?.(event);
          if (event.key === 'Escape' && !event.nativeEvent.isComposing) field.current?.blur();
        }}
      />
    </div>
  );
}

/** Size of an invitation, CSS pixels. */
const INVITATION = 15;

/** An empty field is no text of the picture, and does not look like one. @param height of it, pixels of the canvas. */
function emptyLook(height: number, scale: number): React.CSSProperties {
  const size = INVITATION / Math.max(scale, 0.05);
  const paddingTop = Math.max(0, (height - size * 1.4) / 2);
  return {
    font: `560 ${size}px / 1.4 var(--font)`,
    textAlign: 'center',
    color: '#16171b',
    caretColor: '#16171b',
    paddingTop,
  };
}
