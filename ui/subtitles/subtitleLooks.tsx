import { type CSSProperties, useEffect } from 'react';
import { loadFamily } from '../../engine/browser/loadFonts.ts';
import { isLight } from '../../engine/layout/color.ts';
import { fontStack } from '../../engine/painters/fonts.ts';
import type { SubtitlesLayer } from '../../engine/project/layers.ts';
import { ThumbCards } from '../kit/choices.tsx';
import './cues.css';

/** The fields of a look. */
export type LookFields = Pick<
  SubtitlesLayer,
  'fontFamily' | 'color' | 'background' | 'backgroundStyle' | 'highlight' | 'highlightColor' | 'highlightStyle'
>;

/** A named subtitle style: fields that are applied together. */
export interface Look {
  name: string;
  fields: LookFields;
}

const plain = {
  ...({ fontFamily: 'Arial', color: '#ffffff' } as const),
  ...({ highlight: false, highlightColor: '#ffd54a', highlightStyle: 'color' } as const),
};
const dark = { background: 'rgba(0,0,0,0.6)', backgroundStyle: 'wrap' } as const;
const bare = { background: 'rgba(0,0,0,0)', backgroundStyle: 'none' } as const;
const spoken = { ...plain, ...bare, fontFamily: 'Arial Black', highlight: true } as const;

/** Looks to choose from; the first is the default. */
export const looks: readonly Look[] = [
  { name: 'Classic', fields: { ...plain, ...dark } },
  { name: 'Word by word', fields: spoken },
  { name: 'Marker', fields: { ...spoken, highlightStyle: 'box' } },
  { name: 'Pop', fields: { ...spoken, highlightStyle: 'grow', highlightColor: '#4cd7c8' } },
  { name: 'Build up', fields: { ...spoken, highlightStyle: 'reveal', highlightColor: '#ffffff' } },
  { name: 'One word', fields: { ...spoken, highlightStyle: 'single', highlightColor: '#ffffff' } },
  { name: 'Underline', fields: { ...plain, ...dark, highlight: true, highlightStyle: 'underline' } },
  {
    name: 'Karaoke',
    fields: {
      ...{ ...plain, ...dark, fontFamily: 'Verdana', backgroundStyle: 'box' },
      ...{ highlight: true, highlightColor: '#4cd7c8' },
    },
  },
  { name: 'Poster', fields: { ...plain, ...bare, fontFamily: 'Impact' } },
  { name: 'Sunny', fields: { ...plain, ...bare, fontFamily: 'Arial Black', color: '#ffda7d' } },
  {
    name: 'Paper',
    fields: {
      ...{ ...plain, fontFamily: 'Georgia', color: '#000000' },
      ...{ background: 'rgba(255,255,255,0.6)', backgroundStyle: 'wrap' },
    },
  },
  {
    name: 'Accent',
    fields: { ...plain, fontFamily: 'Verdana', background: 'rgba(89,105,226,0.6)', backgroundStyle: 'wrap' },
  },
  { name: 'Typed', fields: { ...plain, ...dark, fontFamily: 'Courier New', backgroundStyle: 'box' } },
];

interface Props {
  /** Current style. */
  fields: LookFields;
  onChoose: (fields: LookFields) => void;
}

/** Looks of subtitles, each with a sample. */
export function LookCards({ fields, onChoose }: Props) {
  useEffect(() => {
    for (const look of looks) void loadFamily(look.fields.fontFamily);
  }, []);
  const isChosen = (look: Look) =>
    Object.entries(look.fields).every(([name, value]) => fields[name as keyof LookFields] === value);
  return (
    <ThumbCards
      legend="Look"
      name="subtitle-look"
      className="is-subtitles"
      choices={choices}
      value={looks.find(isChosen)?.name ?? ''}
      onChoose={(name) => {
        const look = looks.find((one) => one.name === name);
        if (look) onChoose(look.fields);
      }}
    />
  );
}

const choices = looks.map((look) => ({ value: look.name, title: look.name, picture: <Sample look={look} /> }));

function Sample({ look: { fields } }: { look: Look }) {
  const { fontFamily, color, background, backgroundStyle, highlight, highlightStyle } = fields;
  const ground = backgroundStyle === 'none' ? undefined : background;
  const style: CSSProperties = { fontFamily: fontStack(fontFamily), color, background: ground };
  const isAlone = highlight && highlightStyle === 'single';
  const isLast = highlight && highlightStyle === 'reveal';
  return (
    <span className="look-sample" aria-hidden="true">
      <span style={style} data-bare={ground === undefined || undefined} data-style={backgroundStyle}>
        {!isAlone && 'The '}
        <span style={spokenStyle(fields)}>word</span>
        {isLast && <span style={{ visibility: 'hidden' }}> is</span>}
      </span>
    </span>
  );
}

/** The style of the spoken word in a sample, as the painter shows it. */
function spokenStyle({ highlight, highlightColor, highlightStyle }: LookFields): CSSProperties | undefined {
  if (!highlight) return undefined;
  switch (highlightStyle) {
    case 'box':
      return {
        ...{ background: highlightColor, color: isLight(highlightColor) ? '#000000' : '#ffffff' },
        ...{ borderRadius: '0.16em', paddingInline: '0.14em', WebkitTextStroke: '0' },
      };
    case 'underline':
      return { textDecorationLine: 'underline', textDecorationColor: highlightColor };
    case 'grow':
      return { color: highlightColor, fontSize: '1.1em' };
    default:
      return { color: highlightColor };
  }
}
