import { FolderOpen } from 'lucide-react';
import { useSnapshot } from 'valtio';
import { ProjectCard } from './ProjectCard.tsx';
import { savedProjects } from './state/autosaveStudio.ts';
import { openSheet } from './state/go.ts';
import { TemplateShelf } from './templates/TemplateShelf.tsx';

/** Number of saved projects on the start screen. */
const RECENT = 4;

/** The user's recent projects and templates. */
export function StartShelves() {
  const { list } = useSnapshot(savedProjects);
  return (
    <>
      <section aria-labelledby="recent-title">
        <div className="shelf-head">
          <h2 id="recent-title">Continue with</h2>
          <button type="button" className="button quiet" onClick={() => openSheet('projects')}>
            <FolderOpen aria-hidden="true" />
            All projects
          </button>
        </div>
        <ul className="project-cards">
          {list.slice(0, RECENT).map((head) => (
            <ProjectCard key={head.id} head={head} />
          ))}
        </ul>
      </section>
      <TemplateShelf />
    </>
  );
}
