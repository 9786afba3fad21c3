import { FolderOpen, LayoutTemplate } from 'lucide-react';
import { useEffect } from 'react';
import { useSnapshot } from 'valtio';
import { myTemplates, readTemplates } from '../client/projects/templates.ts';
import { ProjectCard } from './projects/ProjectCard.tsx';
import { savedProjects } from './state/autosaveStudio.ts';
import { openSheet } from './state/go.ts';
import { TemplateCards } from './templates/TemplateCards.tsx';

/** Number of saved projects on the start screen. */
const RECENT = 4;

/** The user's recent projects and templates. */
export function StartShelves() {
  const { list } = useSnapshot(savedProjects);
  return (
    <>
      <section aria-labelledby="recent-title">
        <div className="split shelf-head">
          <h2 id="recent-title">Continue with</h2>
          <button type="button" className="button quiet" onClick={() => openSheet('projects')}>
            <FolderOpen aria-hidden="true" />
            All projects
          </button>
        </div>
        <ul className="stack-2 project-cards">
          {list.slice(0, RECENT).map((head) => (
            <ProjectCard key={head.id} head={head} />
          ))}
        </ul>
      </section>
      <TemplateShelf />
    </>
  );
}

/** Number of templates on the start screen. */
const SHOWN = 4;

/** The user's templates on the start screen; hidden without any. */
function TemplateShelf() {
  const { list } = useSnapshot(myTemplates);
  useEffect(() => void readTemplates(), []);
  if (list.length === 0) return null;
  return (
    <section aria-labelledby="templates-title">
      <div className="split shelf-head">
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
