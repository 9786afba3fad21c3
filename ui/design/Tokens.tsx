import { type CSSProperties, useState } from 'react';
import { Part } from './Part.tsx';
import { byKind, contrast, hexOf, pairs, resolved, type Token, tokensOf } from './tokens.ts';

const themes = ['light', 'dark'] as const;

/** Every token of the stylesheets, displayed by its kind. */
export function Tokens() {
  const [found] = useState(() => byKind(tokensOf(document.styleSheets)));
  return (
    <>
      <Part title="Colors" words="In pairs, light then dark. The page follows the system until a person chooses.">
        <ul className="design-colors">
          {found.colors.map((token) => (
            <Color key={token.name} token={token} />
          ))}
        </ul>
      </Part>
      <Part title="Contrast" words="Text has 4.5 : 1 at least, the edge of a control 3 : 1, in both themes.">
        <ul className="design-pairs">
          {pairs.map((pair) =>
            themes.map((theme) => <Pair key={`${pair.join()}${theme}`} pair={pair} theme={theme} />),
          )}
        </ul>
      </Part>
      <Part title="Type" words="One family; six sizes. Numbers that change stand in figures of one width.">
        {found.type.map(({ name, value }) => (
          <p key={name} className="design-row">
            <code>{name}</code>
            <span style={name.startsWith('--size') ? { fontSize: `var(${name})` } : { fontFamily: `var(${name})` }}>
              Scenes, words and 0123456789
            </span>
            <span className="soft small">{value}</span>
          </p>
        ))}
      </Part>
      <Part title="Space" words="Multiples of 8 pixels, 4 inside small parts; and the measures of the page.">
        {[...found.spaces, ...found.measures].map(({ name, value }) => (
          <p key={name} className="design-row">
            <code>{name}</code>
            <span className="design-bar" style={{ width: `min(100%, var(${name}))` }} />
            <span className="soft small">{value}</span>
          </p>
        ))}
      </Part>
      <Part title="Shape" words="Radii grow with what they round; shadows with how far something lies above the page.">
        <ul className="design-shapes">
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
          <p key={name} className="design-row design-moves">
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
      <span className="design-swatches" style={{ '--shown': `var(${name})` } as CSSProperties}>
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
