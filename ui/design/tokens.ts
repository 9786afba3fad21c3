/** A token of the stylesheets: a custom property of :root. */
export interface Token {
  /** Such as "--surface-raised". */
  name: string;
  /** Value in the stylesheet. */
  value: string;
}

/** Returns all tokens in stylesheet order; for one that media queries override, its first value. */
export function tokensOf(sheets: Iterable<CSSStyleSheet>): Token[] {
  const found = new Map<string, string>();
  for (const sheet of sheets)
    for (const rule of sheet.cssRules) {
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
export function byKind(tokens: readonly Token[]): Record<(typeof kinds)[number][0] | 'colors' | 'others', Token[]> {
  const kindOf = ({ name, value }: Token) =>
    kinds.find(([, pattern]) => pattern.test(name))?.[0] ??
    (/^(#|light-dark\(|rgb|color-mix)/.test(value) ? 'colors' : 'others');
  const all = { colors: [], spaces: [], radii: [], shadows: [], type: [], motion: [], measures: [], others: [] };
  const groups: Record<string, Token[]> = all;
  for (const token of tokens) groups[kindOf(token)]?.push(token);
  return all;
}

/** Resolves a token's color in a theme: red, green and blue from 0 to 1. */
export function resolved(name: string, theme: 'light' | 'dark'): Rgb {
  const probe = document.createElement('span');
  probe.style.colorScheme = theme;
  probe.style.color = `var(${name})`;
  document.body.append(probe);
  const [red = 0, green = 0, blue = 0] = (getComputedStyle(probe).color.match(/[\d.]+/g) ?? []).map(Number);
  probe.remove();
  return [red / 255, green / 255, blue / 255];
}

/** Red, green and blue, 0 to 1. */
export type Rgb = [number, number, number];

/** Returns the WCAG 2 contrast ratio of two colors: 1 to 21. */
export function contrast(one: Rgb, other: Rgb): number {
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
export function hexOf(color: Rgb): string {
  return `#${color
    .map((part) =>
      Math.round(part * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;
}

/** Foreground and background tokens with their minimum contrast: 4.5 for text, 3 for the edges of controls. */
export const pairs: readonly (readonly [front: string, back: string, least: number])[] = [
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
