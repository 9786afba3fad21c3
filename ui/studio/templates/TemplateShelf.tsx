import { LayoutTemplate } from 'lucide-react';
import { useEffect } from 'react';
import { useSnapshot } from 'valtio';
import { myTemplates, readTemplates } from '../../projects/templates.ts';
import { openSheet } from '../state/go.ts';
import { TemplateCards } from './TemplateCards.tsx';

/** Number of templates on the start screen. */
const SHOWN = 4;

/** The user's templates on the start screen; hidden without any. */
export function TemplateShelf() {
  const { list } = useSnapshot(myTemplates);
  useEffect(() => void readTemplates(), []);
  if (list.length === 0) return null;
  return (
    <section aria-labelledby="templates-title">
      <div className="shelf-head">
        <h2 id="templates-title">Start with a template</h2>
        <button type="button" className="button quiet" onClick={() => openSheet('templates')}>
          <LayoutTemplate aria-hidden="true" />
          All templates
        </button>
      </div>
      <TemplateCards list={list.slice(0, SHOWN)} />
    </section>
  );
}
