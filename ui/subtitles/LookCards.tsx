import { type CSSProperties, useEffect } from 'react';
import { loadFamily } from '../../engine/browser/loadFonts.ts';
import { fontStack } from '../../engine/painters/fonts.ts';
import { ThumbCards } from '../studio/controls/ThumbCards.tsx';
import { type Look, looks } from './looks.ts';

interface Props {
  /** Current settings, including defaults. */
  settings: Readonly<Record<string, unknown>>;
  onChoose: (look: Look) => void;
}

/** Subtitle styles to choose from, each with a sample. */
export function LookCards({ settings, onChoose }: Props) {
  useEffect(() => {
    for (const look of looks) void loadFamily(look.settings.font);
  }, []);
  const isChosen = (look: Look) => Object.entries(look.settings).every(([name, value]) => settings[name] === value);
  return (
    <ThumbCards
      legend="Look"
      name="subtitle-look"
      className="is-subtitles"
      choices={choices}
      value={looks.find(isChosen)?.name ?? ''}
      onChoose={(name) => {
        const look = looks.find((one) => one.name === name);
        if (look) onChoose(look);
      }}
    />
  );
}

const choices = looks.map((look) => ({ value: look.name, title: look.name, picture: <Sample look={look} /> }));

function Sample({ look: { settings } }: { look: Look }) {
  const { font, color, background, backgroundStyle, highlight, highlightColor } = settings;
  const ground = backgroundStyle === 'none' ? undefined : background;
  const style: CSSProperties = { fontFamily: fontStack(font), color, background: ground };
  return (
    <span className="look-sample" aria-hidden="true">
      <span style={style} data-bare={ground === undefined || undefined} data-style={backgroundStyle}>
        The <span style={highlight ? { color: highlightColor } : undefined}>word</span>
      </span>
    </span>
  );
}
