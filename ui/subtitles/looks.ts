/** A named subtitle style: settings that are applied together. */
export interface Look {
  name: string;
  settings: Readonly<{
    font: string;
    color: string;
    background: string;
    backgroundStyle: 'none' | 'wrap' | 'box';
    highlight: boolean;
    highlightColor: string;
  }>;
}

const plain = { font: 'Arial', color: '#ffffff', highlight: false, highlightColor: '#ffd54a' } as const;
const dark = { background: 'rgba(0,0,0,0.6)', backgroundStyle: 'wrap' } as const;
const bare = { background: 'rgba(0,0,0,0)', backgroundStyle: 'none' } as const;

/** Styles to choose from; the first is the default. */
export const looks: readonly Look[] = [
  { name: 'Classic', settings: { ...plain, ...dark } },
  { name: 'Word by word', settings: { ...plain, ...bare, font: 'Arial Black', highlight: true } },
  {
    name: 'Karaoke',
    settings: {
      ...{ ...plain, ...dark, font: 'Verdana', backgroundStyle: 'box' },
      ...{ highlight: true, highlightColor: '#4cd7c8' },
    },
  },
  { name: 'Poster', settings: { ...plain, ...bare, font: 'Impact' } },
  { name: 'Sunny', settings: { ...plain, ...bare, font: 'Arial Black', color: '#ffda7d' } },
  {
    name: 'Paper',
    settings: {
      ...plain,
      font: 'Georgia',
      color: '#000000',
      background: 'rgba(255,255,255,0.6)',
      backgroundStyle: 'wrap',
    },
  },
  {
    name: 'Accent',
    settings: { ...plain, font: 'Verdana', background: 'rgba(89,105,226,0.6)', backgroundStyle: 'wrap' },
  },
  { name: 'Typed', settings: { ...plain, ...dark, font: 'Courier New', backgroundStyle: 'box' } },
];
