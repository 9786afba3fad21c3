import { Download, FilePlus2, FolderOpen, LayoutTemplate } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useSnapshot } from 'valtio';
import { GrowingList } from '../../components/GrowingList.tsx';
import { ProgressBar } from '../../components/ProgressBar.tsx';
import { AddFiles } from '../AddFiles.tsx';
import { ProjectCard } from '../ProjectCard.tsx';
import { ProjectName, SaveStatus } from '../ProjectName.tsx';
import { refreshSaved, savedProjects } from '../state/autosaveStudio.ts';
import { openSheet } from '../state/go.ts';
import { startNew } from '../state/open.ts';
import { packing, saveProjectFile, stopPacking } from '../state/saveProjectFile.ts';
import { studio } from '../state/studio.ts';
import { useIsMobile } from '../useIsMobile.ts';
import { Versions } from '../Versions.tsx';

/**
 * Route projects: saved projects, new project, file export and import; on a phone also the name of the open project.
 */
export default function Projects() {
  const { list } = useSnapshot(savedProjects);
  const { projectId } = useSnapshot(studio);
  const mobile = useIsMobile();
  const [chosenId, setChosenId] = useState<string>();
  const chosen = list.find(({ id }) => id === chosenId);
  useEffect(() => void refreshSaved(), []);
  if (chosen) return <Versions head={chosen} onBack={() => setChosenId(undefined)} />;
  return (
    <div className="projects">
      {mobile && (
        <div className="projects-present">
          <ProjectName />
          <SaveStatus />
        </div>
      )}
      <div className="projects-ways">
        <button type="button" className="button plain" onClick={() => void startNew()}>
          <FilePlus2 aria-hidden="true" />
          New project
        </button>
        <AddFiles className="button plain" accept=".zip,.json">
          <FolderOpen aria-hidden="true" />
          Open a file
        </AddFiles>
        <ExportButton />
        <button type="button" className="button plain" onClick={() => openSheet('templates')}>
          <LayoutTemplate aria-hidden="true" />
          My templates
        </button>
      </div>
      {list.length === 0 ? (
        <div className="empty">
          <strong>Nothing saved yet</strong>
          <span>Projects are saved in this browser as you work.</span>
        </div>
      ) : (
        <GrowingList className="project-cards" items={list}>
          {(head) => (
            <ProjectCard
              key={head.id}
              head={head}
              present={head.id === projectId}
              onVersions={() => setChosenId(head.id)}
            />
          )}
        </GrowingList>
      )}
    </div>
  );
}

function ExportButton() {
  const { busy, done, total } = useSnapshot(packing);
  if (!busy) {
    return (
      <button type="button" className="button plain" onClick={() => void saveProjectFile()}>
        <Download aria-hidden="true" />
        Save as a file
      </button>
    );
  }
  return (
    <span className="projects-export">
      <ProgressBar value={total > 0 ? done / total : undefined} label="Packing the project" />
      <button type="button" className="button plain" onClick={stopPacking}>
        Stop
      </button>
    </span>
  );
}
