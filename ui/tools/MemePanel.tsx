import { type CSSProperties, useLayoutEffect, useRef, useState } from 'react';
import { isText } from '../../engine/kinds/text.ts';
import { canvasSize } from '../../engine/layout/canvasSize.ts';
import type { TextLayer } from '../../engine/project/layers.ts';
import { setField } from './drafts.ts';
import type { PanelProps } from './toolPanel.ts';

/** The fields that the texts on the picture stand for, by the id of their layer. */
const texts = [
  { id: 'top', name: 'topText', label: 'Top text on the picture' },
  { id: 'bottom', name: 'bottomText', label: 'Bottom text on the picture' },
];

/** The texts of a meme, written where they stand. */
export function MemePanel({ tool, draft, project }: PanelProps) {
  const layers = project.scenes[0]?.layers ?? [];
  return texts.map(({ id, name, label }) => {
    const layer = layers.find((one) => one.id === id);
    if (!layer || !isText(layer)) return null;
    const text = String(draft.settings[name] ?? layer.text);
    const write = (value: string) => setField(tool, name, value);
    return <Written key={id} {...{ layer, label, text }} width={canvasSize(project).width} onChange={write} />;
  });
}

interface WrittenProps {
  layer: TextLayer;
  label: string;
  text: string;
  /** Of the canvas, pixels. */
  width: number;
  onChange: (text: string) => void;
}

/** A field over a text; the text itself is seen below it, until one writes. */
function Written({ layer, label, text, width, onChange }: WrittenProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const [scale, setScale] = useState(1);
  useLayoutEffect(() => {
    const sheet = field.current?.parentElement;
    if (!sheet) return;
    const measure = () => setScale(sheet.clientWidth / width);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(sheet);
    return () => observer.disconnect();
  }, [width]);
  const { x, y, width: w, height: h } = layer.position ?? { x: '0%', y: '0%', width: '100%', height: '20%' };
  const style: CSSProperties = {
    ...{ left: x, top: y, width: w, height: h, color: layer.color },
    ...{ textAlign: layer.textAlign, fontFamily: layer.fontFamily, lineHeight: layer.lineHeight },
    fontSize: Number.parseFloat(layer.fontSize) * scale,
  };
  return (
    <textarea
      ref={field}
      className="tool-written"
      aria-label={label}
      style={style}
      maxLength={1000}
      spellCheck={false}
      value={text}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}
