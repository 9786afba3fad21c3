import { type CSSProperties, useState } from 'react';
import { Part } from './Part.tsx';

const themes = ['light', 'dark'] as const;

/** Every token of the stylesheets, displayed by its kind. */
export function Tokens() {
  const [found] = useState(() => byKind(tokensOf(document.styleSheets)));
  return (
    <>
      <Part title="Colors" words="In pairs, light then dark. The page follows the system until a person chooses.">
        <ul className="stack-2 design-colors">
          {found.colors.map((token) => (
            <Color key={token.name} token={token} />
          ))}
        </ul>
      </Part>
      <Part title="Contrast" words="Text has 4.5 : 1 at least, the edge of a control 3 : 1, in both themes.">
        <ul className="stack-2 design-pairs">
          {pairs.map((pair) =>
            themes.map((theme) => <Pair key={`${pair.join()}${theme}`} pair={pair} theme={theme} />),
          )}
        </ul>
      </Part>
      <Part title="Type" words="One family; six sizes. Numbers that change stand in figures of one width.">
        {found.type.map(({ name, value }) => (
          <p key={name} className="stack-2 design-row">
            <code>{name}</code>
            <span style={name.startsWith('--size') ? { fontSize: `var(${name})` } : { fontFamily: `var(${name})` }}>
              Scenes, words and 0123456789
            </span>
            <span className="soft small">{value}</span>
          </p>
        ))}
      </Part>
      <Part
        title="Space"
        words="Multiples of 8 pixels, with quarters and halves inside small parts; and the measures of the page."
      >
        {[...found.spaces, ...found.measures].map(({ name, value }) => (
          <p key={name} className="stack-2 design-row">
            <code>{name}</code>
            <span className="design-bar" style={{ width: `min(100%, var(${name}))` }} />
            <span className="soft small">{value}</span>
          </p>
        ))}
      </Part>
      <Part title="Shape" words="Radii grow with what they round; shadows with how far something lies above the page.">
        <ul className="stack-2 design-shapes">
          {found.radii.map((token) => (
            <Shape key={token.name} token={token} style={{ borderRadius: `var(${token.name})` }} />
          ))}
          {found.shadows.map((token) => (
            <Shape key={token.name} token={token} style={{ boxShadow: `var(${token.name})` }} />
          ))}
        </ul>
      </Part>
      <Part title="Motion" words="Short, and gone where somebody asks for less of it. Point at a row.">
        {[...found.motion, ...found.others].map(({ name, value }) => (
          <p key={name} className="stack-2 design-row design-moves">
            <code>{name}</code>
            <span className="design-track">
              <span style={movedBy(name)} />
            </span>
            <span className="soft small">{value}</span>
          </p>
        ))}
      </Part>
    </>
  );
}

function Color({ token: { name } }: { token: Token }) {
  return (
    <li>
      <span className="card design-swatches" style={{ '--shown': `var(${name})` } as CSSProperties}>
        {themes.map((theme) => (
          <span key={theme} style={{ colorScheme: theme }} />
        ))}
      </span>
      <code>{name}</code>
      <span className="soft small">{themes.map((theme) => hexOf(resolved(name, theme))).join(' · ')}</span>
    </li>
  );
}

function Pair({ pair: [front, back, least], theme }: { pair: (typeof pairs)[number]; theme: 'light' | 'dark' }) {
  const ratio = contrast(resolved(front, theme), resolved(back, theme));
  const isEdge = least < 4.5;
  const shown = isEdge ? { border: `2px solid var(${front})`, color: 'var(--text)' } : { color: `var(${front})` };
  return (
    <li style={{ colorScheme: theme, background: `var(${back})`, ...shown }}>
      <strong>{`${ratio.toFixed(1)} : 1${ratio < least ? `, below ${least}` : ''}`}</strong>
      <span className="small">{`${front} on ${back}`}</span>
    </li>
  );
}

function Shape({ token: { name, value }, style }: { token: Token; style: CSSProperties }) {
  return (
    <li>
      <span style={style} />
      <code>{name}</code>
      {value.length < 12 && <span className="soft small">{value}</span>}
    </li>
  );
}

function movedBy(name: string): CSSProperties {
  if (/fast|slow/.test(name)) return { transitionDuration: `var(${name})` };
  return name === '--ease' ? { transitionDuration: '600ms' } : { transitionDuration: '0s' };
}

/** A token of the stylesheets: a custom property of :root. */
interface Token {
  /** Such as "--surface-raised". */
  name: string;
  /** Value in the stylesheet. */
  value: string;
}

/** Returns all tokens in stylesheet order; for one that media queries override, its first value. */
function tokensOf(sheets: Iterable<CSSStyleSheet>): Token[] {
  const found = new Map<string, string>();
  for (const sheet of sheets)
    for (const rule of [...sheet.cssRules].flatMap((one) =>
      one instanceof CSSLayerBlockRule ? [...one.cssRules] : one,
    )) {
      if (!(rule instanceof CSSStyleRule) || rule.selectorText !== ':root') continue;
      for (const name of rule.style)
        if (name.startsWith('--') && !found.has(name)) found.set(name, rule.style.getPropertyValue(name).trim());
    }
  return [...found].map(([name, value]) => ({ name, value }));
}

const kinds = [
  ['spaces', /^--space-/],
  ['radii', /^--radius-/],
  ['shadows', /^--shadow-/],
  ['type', /^--(size|font)/],
  ['motion', /^--(fast|slow|ease|loop)$/],
  ['measures', /^--(target|header-height|page-width)$/],
] as const;

/** Groups tokens by kind; a token that matches no kind is a color if its value looks like one. */
function byKind(tokens: readonly Token[]): Record<(typeof kinds)[number][0] | 'colors' | 'others', Token[]> {
  const kindOf = ({ name, value }: Token) =>
    kinds.find(([, pattern]) => pattern.test(name))?.[0] ??
    (/^(#|light-dark\(|rgb|color-mix)/.test(value) ? 'colors' : 'others');
  const all = { colors: [], spaces: [], radii: [], shadows: [], type: [], motion: [], measures: [], others: [] };
  const groups: Record<string, Token[]> = all;
  for (const token of tokens) groups[kindOf(token)]?.push(token);
  return all;
}

/** Resolves a token's color in a theme: red, green and blue from 0 to 1. */
function resolved(name: string, theme: 'light' | 'dark'): Rgb {
  const probe = document.createElement('span');
  probe.style.colorScheme = theme;
  probe.style.color = `var(${name})`;
  document.body.append(probe);
  const [red = 0, green = 0, blue = 0] = (getComputedStyle(probe).color.match(/[\d.]+/g) ?? []).map(Number);
  probe.remove();
  return [red / 255, green / 255, blue / 255];
}

/** Red, green and blue, 0 to 1. */
type Rgb = [number, number, number];

/** Returns the WCAG 2 contrast ratio of two colors: 1 to 21. */
function contrast(one: Rgb, other: Rgb): number {
  const [dark = 0, light = 0] = [one, other].map(luminance).sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(color: Rgb): number {
  const [red = 0, green = 0, blue = 0] = color.map((part) =>
    part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Formats a color as in a stylesheet, such as "#5969e2". */
function hexOf(color: Rgb): string {
  return `#${color
    .map((part) =>
      Math.round(part * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;
}

/** Foreground and background tokens with their minimum contrast: 4.5 for text, 3 for the edges of controls. */
const pairs: readonly (readonly [front: string, back: string, least: number])[] = [
  ['--text', '--bg', 4.5],
  ['--text', '--surface', 4.5],
  ['--text', '--surface-sunken', 4.5],
  ['--text', '--hover', 4.5],
  ['--text-soft', '--bg', 4.5],
  ['--text-soft', '--surface', 4.5],
  ['--on-accent', '--accent', 4.5],
  ['--on-accent', '--accent-hover-surface', 4.5],
  ['--accent-text', '--surface', 4.5],
  ['--accent-text', '--accent-soft', 4.5],
  ['--good', '--good-soft', 4.5],
  ['--bad', '--bad-soft', 4.5],
  ['--warn', '--warn-soft', 4.5],
  ['--good', '--surface', 4.5],
  ['--bad', '--surface', 4.5],
  ['--warn', '--surface', 4.5],
  ['--line-strong', '--surface', 3],
];
