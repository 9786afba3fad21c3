import { type CSSProperties, Suspense, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { Link } from 'wouter';
import { navigate } from 'wouter/use-browser-location';
import { lazyPart } from '../../app/lazyPart.ts';
import { place } from '../../app/place.ts';
import { CatalogueHead } from '../../kit/CatalogueHead.tsx';
import { useTitle } from '../../kit/hooks.ts';
import { countInWords } from '../../kit/words.ts';
import { type Collection, collections, type Template } from './templates.ts';
import '../pages.css';

/** Ready-made projects by theme; each plays on hover and opens in the Studio. */
export function Collections() {
  const [text, setText] = useState('');
  const theme = useTheme();
  useTitle('Collections', 'Ready-made projects by theme, with places for your words and images.');
  const found = findTemplates(text, theme);
  const count = found.reduce((sum, { templates }) => sum + templates.length, 0);
  return (
    <div className="collections">
      <CatalogueHead
        title="Collections"
        words="Ready-made projects: add your words and images, and render."
        search="Find a project"
        text={text}
        onText={setText}
        found={text.trim() === '' && theme === '' ? '' : `${countInWords(count, 'project')} found`}
      />
      <Themes chosen={theme} text={text} />
      {found.map(({ id, title, templates }) => (
        <section key={id} aria-label={title}>
          <h2>
            {title} <span className="soft count">{templates.length}</span>
          </h2>
          <ul className="template-cards">
            {templates.map((template) => (
              <TemplateCard key={template.id} template={template} />
            ))}
          </ul>
        </section>
      ))}
      {count === 0 && (
        <div className="empty">
          <strong>No project matches.</strong>
          <span>Try fewer words, or another theme.</span>
          <button
            type="button"
            className="button plain"
            onClick={() => {
              setText('');
              selectTheme('');
            }}
          >
            Show all
          </button>
        </div>
      )}
    </div>
  );
}

/** Theme filter with the number of search results per theme. */
function Themes({ chosen, text }: { chosen: string; text: string }) {
  const all = findTemplates(text, '');
  const countOf = (id: string) => all.find((one) => one.id === id)?.templates.length ?? 0;
  const total = all.reduce((sum, { templates }) => sum + templates.length, 0);
  return (
    <fieldset className="wrap themes">
      <legend className="unseen">Theme</legend>
      {[{ id: '', title: 'All', count: total }, ...collections.map((one) => ({ ...one, count: countOf(one.id) }))].map(
        ({ id, title, count }) => (
          <button
            key={id}
            type="button"
            className="theme-chip"
            aria-pressed={chosen === id}
            onClick={() => selectTheme(id)}
          >
            {title} <span className="soft">{count}</span>
          </button>
        ),
      )}
    </fieldset>
  );
}

/** Reads the theme from the URL, so that links and going back restore it. */
function useTheme(): string {
  const { search } = useSnapshot(place);
  const asked = new URLSearchParams(search).get('theme') ?? '';
  return collections.some(({ id }) => id === asked) ? asked : '';
}

function selectTheme(theme: string): void {
  navigate(theme === '' ? '/collections' : `/collections?theme=${theme}`, { replace: true });
}

const Moving = lazyPart<{ id: string }>(async () => (await import('./MovingPicture.tsx')).MovingPicture);
/** Delay between hover and playback in milliseconds, so that moving across cards starts none. */
const REST_MS = 150;

/** A template: its image, which plays on hover or focus, and links into the Studio. */
function TemplateCard({ template }: { template: Template }) {
  const { id, name, about, width, height, length, picture } = template;
  const [isMoving, setMoving] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const begin = () => {
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setMoving(true), REST_MS);
  };
  const end = () => {
    clearTimeout(timer.current);
    setMoving(false);
  };
  return (
    <li className="template-card" style={{ '--ratio': width / height } as CSSProperties}>
      <Link
        href={`/studio/editor?template=${id}`}
        aria-label={`${name}: open in the Studio`}
        aria-describedby={`about-${id}`}
        onPointerEnter={begin}
        onPointerLeave={end}
        onFocus={begin}
        onBlur={end}
      >
        <span className="center template-picture">
          <span className="template-sheet">
            <img src={picture} alt="" width={width} height={height} loading="lazy" decoding="async" />
            {isMoving && (
              <Suspense fallback={null}>
                <Moving id={id} />
              </Suspense>
            )}
          </span>
        </span>
        <strong>{name}</strong>
      </Link>
      <p className="soft small" id={`about-${id}`}>
        {about}
      </p>
      <p className="soft small numbers">
        {ratioOf(width, height)} · {length} s
      </p>
    </li>
  );
}

/** Returns the templates whose description contains every word of a text, by theme. @param theme id; '' for all. */
function findTemplates(text: string, theme: string): readonly Collection[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return collections
    .filter(({ id }) => theme === '' || id === theme)
    .map((one) => ({
      ...one,
      templates: one.templates.filter(({ name, about, fields, width, height }) => {
        const searched = `${one.title} ${name} ${about} ${fields.join(' ')} ${ratioOf(width, height)}`.toLowerCase();
        return words.every((word) => searched.includes(word));
      }),
    }))
    .filter(({ templates }) => templates.length > 0);
}

/** Returns the aspect ratio in lowest terms, such as "9:16". */
function ratioOf(width: number, height: number): string {
  const divisor = (a: number, b: number): number => (b === 0 ? a : divisor(b, a % b));
  const by = divisor(width, height);
  return `${width / by}:${height / by}`;
}
