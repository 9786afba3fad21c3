import { FolderOpen, Square, Upload } from 'lucide-react';
import { Suspense, useEffect, useState } from 'react';
import { useSnapshot } from 'valtio';
import { canvasPurposes } from '../../engine/edit/canvas.ts';
import { openDatabase } from '../state/database.ts';
import { AddFiles } from './AddFiles.tsx';
import { RatioFrame } from './controls/RatioFrame.tsx';
import { ProjectCard } from './ProjectCard.tsx';
import { openOver } from './state/go.ts';
import { savedProjects } from './state/keep.ts';
import { startBlank, startSized } from './state/open.ts';
import { lazyPart } from './state/parts.ts';

const Templates = lazyPart(async () => (await import('./templates/TemplateShelf.tsx')).TemplateShelf);

/** How many of the saved projects the start screen offers. */
const RECENT = 4;

/** What stands in the canvas's place while there is nothing. */
export function StartScreen() {
  const { list } = useSnapshot(savedProjects);
  const recent = list.slice(0, RECENT);
  const hasTemplates = useHasTemplates();
  return (
    <div className="start">
      <div className="start-inner">
        <h1 tabIndex={-1}>Make something</h1>
        <div className="start-ways">
          <AddFiles className="start-way accent">
            <Upload aria-hidden="true" />
            <strong>Upload</strong>
            <span className="for-mouse">or, drag and drop videos and pictures, or paste a link</span>
            <span className="for-finger">Videos and pictures, or a link</span>
          </AddFiles>
          <button type="button" className="start-way" onClick={startBlank}>
            <Square aria-hidden="true" />
            <strong>Start with a blank canvas</strong>
            <span>Text, shapes, a colour</span>
          </button>
        </div>
        <section aria-labelledby="sizes-title">
          <h2 id="sizes-title" className="start-sizes-title">
            Or with a canvas for
          </h2>
          <ul className="start-sizes">
            {canvasPurposes.map((size) => (
              <li key={size.purpose}>
                <button type="button" title={`${size.width} × ${size.height}`} onClick={() => startSized(size)}>
                  <RatioFrame ratio={size.ratio} />
                  {size.purpose}
                </button>
              </li>
            ))}
          </ul>
        </section>
        {recent.length > 0 && (
          <section aria-labelledby="recent-title">
            <div className="shelf-head">
              <h2 id="recent-title">Go on with</h2>
              <button type="button" className="button quiet" onClick={() => openOver('projects')}>
                <FolderOpen aria-hidden="true" />
                All projects
              </button>
            </div>
            <ul className="project-cards">
              {recent.map((head) => (
                <ProjectCard key={head.id} head={head} />
              ))}
            </ul>
          </section>
        )}
        {hasTemplates && (
          <Suspense fallback={null}>
            <Templates />
          </Suspense>
        )}
      </div>
    </div>
  );
}

/** Whether there are templates of the person's own: what shows them comes only then. */
function useHasTemplates(): boolean {
  const [has, setHas] = useState(false);
  useEffect(() => {
    openDatabase().then(
      async (database) => setHas(((await database?.count('templates')) ?? 0) > 0),
      () => {},
    );
  }, []);
  return has;
}
