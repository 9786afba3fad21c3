import { FileBraces, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useSnapshot } from 'valtio';
import { FileButton } from '../../components/FileButton.tsx';
import { ProblemList } from '../../components/ProblemList.tsx';
import { countInWords } from '../../components/words.ts';
import { closeHomeProject, dismissProblems } from '../../state/homeProject.ts';
import { homeProject } from '../../state/openedProject.ts';
import { MediaList } from './MediaList.tsx';
import { ProjectFacts } from './ProjectFacts.tsx';
import { RenderAction } from './RenderAction.tsx';
import { SceneStage } from './SceneStage.tsx';
import '../../style/project.css';

/** The open project: preview, facts, missing media, problems and the render button. */
export function OpenProject() {
  const { name, fileName, project, problems, moreProblems, source, text } = useSnapshot(homeProject);
  const title = useRef<HTMLHeadingElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls into view for each new project.
  useEffect(() => {
    scrollTo({ top: 0 });
    title.current?.focus({ preventScroll: true });
  }, [name, fileName]);

  return (
    <section className="home-project open" aria-labelledby="open-title">
      {project && problems.length === 0 ? (
        <SceneStage project={project} />
      ) : (
        <ProblemList problems={problems} more={moreProblems} text={source === 'file' ? text : ''} />
      )}
      <div className="panel inspector">
        <header className="inspector-head">
          <div>
            <h1 id="open-title" translate="no" ref={title} tabIndex={-1}>
              {name}
            </h1>
            {project ? <ProjectFacts project={project} /> : <span className="facts soft">{fileName}</span>}
          </div>
          <button type="button" className="button quiet icon" aria-label="Close the project" onClick={closeHomeProject}>
            <X aria-hidden="true" />
          </button>
        </header>
        {problems.length === 0 ? (
          <>
            <MediaList />
            <RenderAction />
          </>
        ) : (
          <Mend count={problems.length} />
        )}
      </div>
    </section>
  );
}

/** Explains how to fix a project with problems. */
function Mend({ count }: { count: number }) {
  const { files, project } = useSnapshot(homeProject);
  return (
    <div className="mend">
      <p>
        Fix {countInWords(count, 'problem')} before rendering. Correct the file in your editor, then drop it here again.
        {files.length > 0 && ` Your ${countInWords(files.length, 'media file')} stay here.`}
      </p>
      <FileButton className="button primary large">
        <FileBraces aria-hidden="true" />
        Choose the corrected file
      </FileButton>
      {project && (
        <button type="button" className="button plain" onClick={dismissProblems}>
          Back to the project
        </button>
      )}
    </div>
  );
}
