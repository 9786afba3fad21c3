import { useEffect, useState } from 'react';
import { useSnapshot } from 'valtio';
import type { Project } from '../../../engine/project/project.ts';
import { submitProblems } from '../../../engine/timeline/submitProblems.ts';
import { type ExportedFile, exporting, whyNotExportable } from '../state/exportHere.ts';
import { studio } from '../state/studio.ts';
import { ExportForm } from './ExportForm.tsx';
import { ExportProgress } from './ExportProgress.tsx';
import { ExportReady } from './ExportReady.tsx';
import './export.css';

/** Route export: exports the open project in this browser, without a server. */
export default function ExportSheet() {
  const { step, made, projectId } = useSnapshot(exporting);
  const open = useSnapshot(studio);
  const project = open.project as Project;
  const why = useWhyNot(project);
  const isOther = projectId !== open.projectId;
  if (step === 'running') return <ExportProgress isOther={isOther} />;
  if (made && !isOther) return <ExportReady made={made as ExportedFile} project={project} />;
  return <ExportForm project={project} why={why} isOther={isOther} />;
}

/** Why the project cannot be exported; '' if it can; undefined while checking. */
function useWhyNot(project: Project): string | undefined {
  const [why, setWhy] = useState<string>();
  useEffect(() => {
    let isOpen = true;
    const [problem] = submitProblems(project);
    const showReason = (sentence: string) => isOpen && setWhy(sentence);
    if (problem) showReason(problem.message);
    else void whyNotExportable(project).then(showReason, () => showReason('Part of this page could not be loaded.'));
    return () => {
      isOpen = false;
    };
  }, [project]);
  return why;
}
