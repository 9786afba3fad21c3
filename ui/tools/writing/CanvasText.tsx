import { type KeyboardEvent, type PointerEvent, useContext, useRef, useState } from 'react';
import { isText } from '../../../engine/kinds/text.ts';
import { layerBox, type Size } from '../../../engine/layout/box.ts';
import { directionOf } from '../../../engine/layout/words.ts';
import { textRoom } from '../../../engine/painters/textBackground.ts';
import type { TextLayer } from '../../../engine/project/layers.ts';
import { MAX_TEXT_LENGTH } from '../../../engine/project/limits.ts';
import type { Project } from '../../../engine/project/project.ts';
import type { Tool } from '../../../engine/tools/tool.ts';
import { compileDraft } from '../../client/drafts/compileDraft.ts';
import type { Draft } from '../../client/drafts/storedDrafts.ts';
import { textFieldLook, textFieldPlace, useTextFit } from '../../player/textField.ts';
import { SheetWidth } from '../sheetWidth.ts';
import '../../player/player.css';
import '../toolPanels.css';

interface Props {
  /** Layer that is painted, or would be if the text were not empty. */
  layer: TextLayer;
  /** Value of the field. */
  text: string;
  label: string;
  /** Size of the canvas, in its own pixels. */
  canvas: Size;
  /** Background color of the text. */
  ground: string;
  maxLength?: number;
  /** Placeholder of the empty field. */
  invitation?: string;
  /** Title that explains other uses of the field. */
  hint?: string;
  className?: string;
  onWrite: (text: string) => void;
  /** Called when the field gains or loses the focus. */
  onFocus: (isWritten: boolean) => void;
  /** A press that may become a drag. The field gets the focus only by calling `begin`. */
  onPress?: (event: PointerEvent<HTMLElement>, begin: () => void) => void;
  /** Called before the field handles a key. */
  onKeyDown?: (event: KeyboardEvent) => void;
}

const hidden = { color: 'transparent', WebkitTextStroke: undefined };
/** Extra width of a line in canvas pixels, because the browser measures text slightly differently than the painter. */
const SLACK = 1;

/**
 * Text field over a text layer, in the same place and style. It is invisible until it has the focus; the preview hides
 * the layer meanwhile. Its parent must have the size of the preview.
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
            // The painted letters show through.
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

/** Size of a placeholder, in CSS pixels. */
const INVITATION = 15;

/** Style of an empty field, which differs from painted text. @param height in canvas pixels. */
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

/** Returns a text layer of a tool's project. */
export function textLayerOf(project: Project, id: string): TextLayer | undefined {
  return project.scenes[0]?.layers.filter(isText).find((layer) => layer.id === id);
}

/**
 * Returns the layer that an empty text would have: tools omit empty text layers.
 * @param written settings that give the text a value.
 */
export function layerIfFilled(tool: Tool, draft: Draft, id: string, written: Draft['settings']): TextLayer | undefined {
  const made = compileDraft(tool, { ...draft, settings: { ...draft.settings, ...written } });
  return made.ok ? textLayerOf(made.value, id) : undefined;
}
