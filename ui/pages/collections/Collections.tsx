import { useState } from 'react';
import { useSnapshot } from 'valtio';
import { navigate } from 'wouter/use-browser-location';
import { CatalogueHead } from '../../components/CatalogueHead.tsx';
import { useTitle } from '../../components/useTitle.ts';
import { countInWords } from '../../components/words.ts';
import { place } from '../../state/place.ts';
import { findTemplates } from './found.ts';
import { TemplateCard } from './TemplateCard.tsx';
import { collections } from './templates.ts';
import './collections.css';

/** Ready-made projects by theme; each plays on hover and opens in the Studio. */
export default function Collections() {
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
              choose('');
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
    <fieldset className="themes">
      <legend className="unseen">Theme</legend>
      {[{ id: '', title: 'All', count: total }, ...collections.map((one) => ({ ...one, count: countOf(one.id) }))].map(
        ({ id, title, count }) => (
          <button key={id} type="button" className="theme-chip" aria-pressed={chosen === id} onClick={() => choose(id)}>
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

function choose(theme: string): void {
  navigate(theme === '' ? '/collections' : `/collections?theme=${theme}`, { replace: true });
}
