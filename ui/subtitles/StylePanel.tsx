import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import type { SubtitleScreen } from '../../engine/tools/subtitleScreens.ts';
import { Swatch } from '../studio/controls/Swatch.tsx';
import { endStep, setField, setFields } from '../tools/drafts.ts';
import { FieldControl } from '../tools/FieldControl.tsx';
import { fieldOf, formOf } from '../tools/formOf.ts';
import type { SidePanelProps } from '../tools/toolPanel.ts';
import { LookCards } from './LookCards.tsx';
import { openScreen } from './paths.ts';
import './style.css';

/** Style settings of the subtitles of a draft. */
export function StylePanel({ tool, draft, refusalOf }: SidePanelProps) {
  const usual = Object.fromEntries(formOf(tool).own.map((field) => [field.name, field.default]));
  const settings = { ...usual, ...draft.settings };
  const asked = (name: string) => {
    const field = fieldOf(tool, name);
    if (!field) return null;
    return (
      <FieldControl
        field={field}
        value={draft.settings[name]}
        duration={0}
        refusal={refusalOf(name)}
        onChange={(value) => setField(tool, name, value)}
      />
    );
  };
  const choose = (values: Record<string, unknown>) => {
    endStep();
    setFields(tool, values);
    endStep();
  };
  const hasOwnFrame = settings.subtitleVideoRatio !== 'none';
  return (
    <div className="subtitle-style">
      <LookCards settings={settings} onChoose={(look) => choose(look.settings)} />
      <div className="style-rows">
        <Row screen="fonts" label="Font">
          {String(settings.font)}
        </Row>
        <Row screen="text-color" label="Text color">
          <Swatch color={String(settings.color)} />
        </Row>
        <Row screen="text-background-color" label="Background">
          <Swatch color={String(settings.background)} />
        </Row>
        {settings.highlight === true && (
          <Row screen="highlight-color" label="Highlight color">
            <Swatch color={String(settings.highlightColor)} />
          </Row>
        )}
        {hasOwnFrame && (
          <Row screen="video-background-color" label="Video background">
            <Swatch color={String(settings.videoBackgroundColor)} />
          </Row>
        )}
      </div>
      {asked('highlight')}
      {asked('size')}
      {asked('backgroundStyle')}
      {asked('position')}
      {asked('subtitleVideoRatio')}
      {hasOwnFrame && (
        <>
          {asked('subtitleVideoPosition')}
          <button type="button" className="button plain" onClick={() => choose({ subtitleVideoRatio: undefined })}>
            Aspect ratio of the video
          </button>
        </>
      )}
    </div>
  );
}

/** Button that opens a setting's own screen. */
function Row({ screen, label, children }: { screen: SubtitleScreen; label: string; children: ReactNode }) {
  return (
    <button type="button" className="style-row" onClick={() => openScreen(screen)}>
      <span>{label}</span>
      <span className="style-value">{children}</span>
      <ChevronRight aria-hidden="true" />
    </button>
  );
}
