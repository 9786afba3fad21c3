import { useLayoutEffect } from 'react';
import { highlightNames, outlineFor } from '../../../engine/edit/subtitleLook.ts';
import type { SubtitlesLayer } from '../../../engine/project/layers.ts';
import { MAX_FONT_SIZE, MIN_FONT_SIZE } from '../../../engine/project/limits.ts';
import { ownFace } from '../../client/brand/fontFamilies.ts';
import { NumberField } from '../../kit/NumberField.tsx';
import { SelectField } from '../../kit/SelectField.tsx';
import { Switch } from '../../kit/Switch.tsx';
import { FontList } from '../../pickers/FontList.tsx';
import { LookCards } from '../../subtitles/subtitleLooks.tsx';
import { BackgroundFields } from '../controls/BackgroundFields.tsx';
import { ProjectColorPicker } from '../controls/ProjectColorPicker.tsx';
import { Section } from '../controls/Section.tsx';
import { setFields } from '../state/layers.ts';
import { endStep } from '../state/studio.ts';

const places = [
  { value: 'top', title: 'Top' },
  { value: 'middle', title: 'Middle' },
  { value: 'bottom', title: 'Bottom' },
] as const;

const styles = Object.entries(highlightNames).map(([value, title]) => ({
  value: value as SubtitlesLayer['highlightStyle'],
  title,
}));

/** Look, font, position, colors and highlight of subtitles. */
export function SubtitleStyle({ layer }: { layer: SubtitlesLayer }) {
  useLayoutEffect(() => endStep, []);
  const { fontSize, verticalAlign, color, highlight, highlightColor, highlightStyle } = layer;
  return (
    <div className="effect-panel">
      <Section title="Look">
        <LookCards
          fields={layer}
          onChoose={(look) => setFields(layer, { ...look, textShadow: outlineFor(look) }, true)}
        />
      </Section>
      <Section title="Size and place">
        <div className="number-grid">
          <NumberField
            label="Size"
            value={Math.round(Number.parseFloat(fontSize) * 10) / 10}
            {...{ min: MIN_FONT_SIZE, max: MAX_FONT_SIZE, step: 1, unit: 'px', usual: 72 }}
            onChange={(to) => setFields(layer, { fontSize: `${to}px` })}
            onEnd={endStep}
          />
        </div>
        <SelectField
          label="Place"
          value={verticalAlign}
          choices={places}
          onChange={(to) => setFields(layer, { verticalAlign: to }, true)}
        />
      </Section>
      <Section title="Highlight">
        <Switch
          label="Highlight"
          hint="The spoken word stands out."
          on={highlight}
          onChange={(to) => setFields(layer, { highlight: to }, true)}
        />
        {highlight && (
          <>
            <SelectField
              label="Highlight style"
              value={highlightStyle}
              choices={styles}
              onChange={(to) => setFields(layer, { highlightStyle: to }, true)}
            />
            <Color value={highlightColor} onChange={(to) => setFields(layer, { highlightColor: to })} />
          </>
        )}
      </Section>
      <Section title="Text color" isClosed>
        <Color value={color} onChange={(to) => setFields(layer, { color: to })} />
      </Section>
      <Section title="Font" isClosed>
        <FontList
          value={layer.fontFamily}
          onChoose={(family) => setFields(layer, { fontFamily: ownFace(family, layer) }, true)}
        />
      </Section>
      <Section title="Background" isClosed>
        <BackgroundFields layer={layer} />
      </Section>
    </div>
  );
}

function Color({ value, onChange }: { value: string; onChange: (color: string) => void }) {
  return <ProjectColorPicker value={value} onChange={onChange} onEnd={endStep} />;
}
