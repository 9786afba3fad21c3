import { Clapperboard, History, Layers, Trash2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useSnapshot } from 'valtio';
import { Link } from 'wouter';
import { IconButton } from '../components/IconButton.tsx';
import { ProjectPicture } from '../components/ProjectPicture.tsx';
import { agoInWords, countInWords } from '../components/words.ts';
import { sync } from '../projects/sync/keepInSync.ts';
import type { Unsent } from '../projects/sync/unsent.ts';
import type { SavedHead } from '../state/database.ts';
import { myProjects, readProjects, removeProject, watchProjects } from './myProjects.ts';
import { ProjectHistory } from './ProjectHistory.tsx';
import '../studio/projects.css';
import './myProjects.css';

/** The projects of the account: with a picture each, what of them is in this browser alone, and how they were before. */
export function MyProjects() {
  const { list, unsent } = useSnapshot(myProjects);
  const { state, at } = useSnapshot(sync);
  const [shown, setShown] = useState<SavedHead>();
  useEffect(() => watchProjects(), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each time both sides have come together.
  useEffect(() => void readProjects(), [at]);
  return (
    <section className="my-projects" aria-labelledby="my-projects-title">
      <div className="shelf-head">
        <h2 id="my-projects-title">Your projects</h2>
        <Link href="/studio" className="button plain">
          <Clapperboard aria-hidden="true" />
          Open the Studio
        </Link>
      </div>
      <p className="soft my-projects-state" role="status">
        {stateInWords(state, Object.keys(unsent).length)}
      </p>
      {list?.length === 0 && (
        <div className="empty">
          <Layers aria-hidden="true" />
          <strong>No projects yet</strong>
          <span>What you make in the Studio is kept here, and is there wherever you sign in.</span>
        </div>
      )}
      <ul className="project-cards">
        {list?.map((head) => (
          <Card key={head.id} head={head} unsent={unsent[head.id]} onHistory={() => setShown(head)} />
        ))}
      </ul>
      {shown && <ProjectHistory head={shown} onClose={() => setShown(undefined)} />}
    </section>
  );
}

function Card({ head, unsent, onHistory }: { head: SavedHead; unsent: Unsent | undefined; onHistory: () => void }) {
  const { id, name, savedAt, sceneCount } = head;
  return (
    <li className="project-card">
      <Link href={`/studio/editor?project=${id}`} className="project-open">
        <ProjectPicture {...head} />
        <span className="project-words">
          <strong translate="no">{name}</strong>
          <span className="soft">
            {agoInWords(new Date(savedAt).toISOString(), Date.now())}
            {sceneCount > 1 && ` · ${sceneCount} scenes`}
          </span>
          {unsent && <span className="project-unsent">{unsentInWords(unsent)}</span>}
        </span>
      </Link>
      <span className="project-actions">
        <IconButton icon={History} label={`Earlier versions of ${name}`} title="Earlier versions" onClick={onHistory} />
        <IconButton icon={Trash2} label={`Delete ${name}`} title="Delete" onClick={() => void removeProject(id)} />
      </span>
    </li>
  );
}

function unsentInWords({ files, refusal }: Unsent): string {
  if (refusal !== '') return `Only in this browser. ${refusal}`;
  return files > 0 ? `${countInWords(files, 'file')} only in this browser` : 'Only in this browser so far';
}

function stateInWords(state: (typeof sync)['state'], waiting: number): string {
  if (state === 'away') return 'The server cannot be reached. Changes stay in this browser and go up when it is back.';
  if (state === 'out') return 'You were signed out. Changes stay in this browser until you sign in again.';
  if (waiting > 0) return 'What is only in this browser is on its way to the server.';
  return 'Kept with your account, and in this browser for when you are offline.';
}
