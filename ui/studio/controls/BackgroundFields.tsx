import { useLayoutEffect } from 'react';
import { parseRgba } from '../../../engine/layout/color.ts';
import type { SubtitlesLayer, TextLayer } from '../../../engine/project/layers.ts';
import { t } from '../../client/page/t.ts';
import { RangeField } from '../../kit/RangeField.tsx';
import { hexOf, withAlpha } from '../../kit/swatches.tsx';
import { setFields, useMixed } from '../state/layers.ts';
import { endStep } from '../state/studio.ts';
import { ProjectColorPicker } from './ProjectColorPicker.tsx';

const styles = [
  { value: 'none', title: 'None' },
  { value: 'wrap', title: 'Lines' },
  { value: 'box', title: 'Box' },
] as const;

/** Maximum padding and radius of the sliders, in canvas pixels; extended for larger values. */
const MOST_ROOM = 120;

type Lettered = TextLayer | SubtitlesLayer;

/** Background of a text or of subtitles. */
export function BackgroundFields({ layer }: { layer: Lettered }) {
  useLayoutEffect(() => endStep, []);
  const { backgroundStyle } = layer;
  return (
    <div className="stack-2 effect-panel">
      <fieldset className="stack ground-styles">
        <legend className="unseen">Background</legend>
        {styles.map(({ value, title }) => (
          <label key={value} className="choice ground-style" data-style={value}>
            <input
              type="radio"
              className="card-input"
              name="ground"
              checked={value === backgroundStyle}
              onChange={() => setFields(layer, { backgroundStyle: value }, true)}
            />
            <Sample layer={layer} style={value} />
            <span>{title}</span>
          </label>
        ))}
      </fieldset>
      {backgroundStyle !== 'none' && <Ground layer={layer} />}
    </div>
  );
}

/** In the text's own colors, so that their contrast is visible. */
function Sample({ layer: { color, background }, style }: { layer: Lettered; style: (typeof styles)[number]['value'] }) {
  const ground = style === 'none' ? undefined : background;
  return (
    <span
      className="ground-sample"
      style={{ color, backgroundImage: style === 'box' ? `linear-gradient(${ground}, ${ground})` : undefined }}
      aria-hidden="true"
    >
      {['Two', 'lines'].map((line) => (
        <span key={line} data-words={t(line)} style={{ background: style === 'wrap' ? ground : undefined }} />
      ))}
    </span>
  );
}

function Ground({ layer }: { layer: Lettered }) {
  const { background } = layer;
  const alpha = parseRgba(background).a;
  const isMixed = useMixed();
  const paint = (hex: string, opacity: number) => setFields(layer, { background: withAlpha(hex, opacity) });
  return (
    <>
      <RangeField
        label="Opacity"
        value={Math.round(alpha * 100)}
        max={100}
        step={1}
        keys={{ coarse: 5, fine: 1 }}
        words={`${Math.round(alpha * 100)}%`}
        typed={{ unit: '%' }}
        isMixed={isMixed('background')}
        onChange={(percent) => paint(hexOf(background), percent / 100)}
        onEnd={endStep}
      />
      {(['padding', 'radius'] as const).map((field) => (
        <RangeField
          key={field}
          label={field === 'padding' ? 'Padding' : 'Corner radius'}
          value={layer[field]}
          max={Math.max(MOST_ROOM, layer[field])}
          step={1}
          keys={{ coarse: 4, fine: 1 }}
          words={`${Math.round(layer[field])} px`}
          typed={{ unit: 'px' }}
          isMixed={isMixed(field)}
          onChange={(pixels) => setFields(layer, { [field]: pixels })}
          onEnd={endStep}
        />
      ))}
      {/* A chosen color is never fully transparent. */}
      <ProjectColorPicker
        value={hexOf(background)}
        onChange={(color) => paint(hexOf(color), alpha || 1)}
        onEnd={endStep}
      />
    </>
  );
}
