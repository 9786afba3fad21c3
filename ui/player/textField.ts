import { useEffect, useMemo, useState } from 'react';
import { loadLayerFonts } from '../../engine/browser/fitTexts.ts';
import type { Box, Size } from '../../engine/layout/box.ts';
import { isTransparent } from '../../engine/layout/color.ts';
import { editorTextColor } from '../../engine/layout/hexColor.ts';
import type { Canvas2D } from '../../engine/painters/canvas.ts';
import { fontShape, fontStack } from '../../engine/painters/fonts.ts';
import { layoutText } from '../../engine/painters/text.ts';
import type { TextLayer } from '../../engine/project/layers.ts';

/**
 * Returns the font size and number of lines that the painter uses for a text being edited; updates when fonts of newly
 * typed characters have loaded. `fonts` changes when character widths may have changed.
 */
export function useTextFit(layer: TextLayer, box: Size): { fontSize: number; lineCount: number; fonts: number } {
  const [fonts, setFonts] = useState(0);
  const { text, fontFamily, fontWeight, fontStyle } = layer;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only properties that select fonts.
  useEffect(() => {
    let ended = false;
    void loadLayerFonts([layer]).then(() => !ended && setFonts((count) => count + 1));
    return () => {
      ended = true;
    };
  }, [text, fontFamily, fontWeight, fontStyle]);
  return useMemo(() => {
    const { fontSize, lines } = layoutText(measuring(), layer, { width: box.width, height: box.height });
    return { fontSize, lineCount: lines.length, fonts };
  }, [layer, box.width, box.height, fonts]);
}

/** Returns the position of the field in canvas pixels, scaled as a whole. @param scale CSS pixels per canvas pixel. */
export function textFieldPlace({ x, y, width, height, rotation }: Box, scale: number): React.CSSProperties {
  return {
    width,
    height,
    left: (x + width / 2) * scale - width / 2,
    top: (y + height / 2) * scale - height / 2,
    transform: `rotate(${rotation}deg) scale(${scale})`,
  };
}

/**
 * Returns the style of the letters. Light text on a light background is shown black without its outline, unless the
 * outline makes it legible.
 */
export function textFieldLook(layer: TextLayer, fontSize: number, background: string): React.CSSProperties {
  const { weight, style } = fontShape(layer);
  const isOutlined = !isTransparent(layer.textShadow) && layer.outlineWidth > 0;
  const isRead = isOutlined && editorTextColor(layer.textShadow, background) === layer.textShadow;
  const color = isRead ? layer.color : editorTextColor(layer.color, background);
  const hasOutline = isOutlined && color === layer.color;
  return {
    font: `${style} ${weight} ${fontSize}px / ${layer.lineHeight} ${fontStack(layer.fontFamily, layer.text)}`,
    textAlign: layer.textAlign,
    letterSpacing: `${layer.letterSpacing}em`,
    // Nearly transparent text must stay editable.
    opacity: Math.max(0.3, layer.globalAlpha),
    textShadow: isTransparent(layer.shadowColor)
      ? undefined
      : `${layer.shadowOffsetX}px ${layer.shadowOffsetY}px ${layer.shadowBlur}px ${layer.shadowColor}`,
    color,
    caretColor: color,
    WebkitTextStroke: hasOutline ? `${layer.outlineWidth}px ${layer.textShadow}` : undefined,
  };
}

let context: Canvas2D | undefined;

function measuring(): Canvas2D {
  context ??= new OffscreenCanvas(1, 1).getContext('2d') as unknown as Canvas2D;
  return context;
}
