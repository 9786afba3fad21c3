import { LayoutTemplate } from 'lucide-react';
import { useEffect } from 'react';
import { useSnapshot } from 'valtio';
import { myTemplates, readTemplates } from '../../projects/templates.ts';
import { openOver } from '../state/go.ts';
import { TemplateCards } from './TemplateCards.tsx';

/** How many templates the start screen offers. */
const SHOWN = 4;

/** The person's own templates on the start screen; nothing where there are none. */
export function TemplateShelf() {
  const { list } = useSnapshot(myTemplates);
  useEffect(() => void readTemplates(), []);
  if (list.length === 0) return null;
  return (
    <section aria-labelledby="templates-title">
      <div className="shelf-head">
        <h2 id="templates-title">Start with a template</h2>
        <button type="button" className="button quiet" onClick={() => openOver('templates')}>
          <LayoutTemplate aria-hidden="true" />
          All templates
        </button>
      </div>
      <TemplateCards list={list.slice(0, SHOWN)} />
    </section>
  );
}
