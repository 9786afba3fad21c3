import { use, useEffect, useMemo, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import type { Project } from '../../engine/project/project.ts';
import type { Tool } from '../../engine/tools/tool.ts';
import { UploadBusy } from '../media/UploadBusy.tsx';
import { useWorkKeys } from '../studio/shortcuts/useWorkKeys.ts';
import { BatchPanel } from './BatchPanel.tsx';
import { CreateAction } from './CreateAction.tsx';
import { compileDraft, sourceProject } from './compileDraft.ts';
import { creation, stopCreating } from './create.ts';
import { DraftActions } from './DraftActions.tsx';
import { Estimate } from './Estimate.tsx';
import { ProjectPreview } from './ProjectPreview.tsx';
import { createProjectPlayer } from './projectPlayer.ts';
import { refusalsOf } from './refusals.ts';
import { Sources } from './Sources.tsx';
import type { Draft } from './storedDrafts.ts';
import { ToolForm } from './ToolForm.tsx';
import { ToolFrame } from './ToolFrame.tsx';
import { toolOf } from './takeFiles.ts';
import type { ToolPanel } from './toolPanel.ts';

interface Props {
  /** Of the tool. */
  id: string;
  draft: Draft;
  panel: Promise<ToolPanel>;
}

/** What a tool makes of its files, with the settings beside it. Comes with the tool's panel, so that nothing moves later. */
export default function Workbench({ id, draft, panel }: Props) {
  const { over: Over, below: Below, side: Side, hasFiles, asks = [], says = [] } = use(panel);
  const tool = toolOf(id);
  const [player] = useState(createProjectPlayer);
  const main = useRef<HTMLDivElement>(null);
  const { problems: found, asked } = useSnapshot(creation);
  const compiled = useMemo(() => compileDraft(tool, draft), [tool, draft]);
  const problems = compiled.ok ? found : compiled.problems;
  const project = useShown(compiled.ok ? compiled.value : undefined, draft);
  useNewDraft(tool, draft);
  // Who goes elsewhere is not to be led to a video's page later on.
  useEffect(() => stopCreating, []);
  useWorkKeys({ space: () => player.toggle() });
  const silent = asks.filter((name) => !says.includes(name));
  const refusals = refusalsOf(tool, { draft, problems, isAsked: asked === tool.id, silent });
  const beside = { tool, draft, project, player, refusalOf: refusals.at };
  const work = project && { ...beside, project };
  return (
    <ToolFrame
      title={tool.title}
      summary={tool.summary}
      actions={<DraftActions tool={tool} project={compiled.ok ? compiled.value : undefined} />}
      side={
        <>
          {!hasFiles && <Sources tool={tool} draft={draft} />}
          <UploadBusy next={() => main.current} />
          {Side && <Side {...beside} />}
          <ToolForm {...{ tool, draft, project }} refusalOf={refusals.at} elsewhere={asks} />
          <Estimate draft={draft} project={compiled.ok ? compiled.value : undefined} tool={tool} />
          <CreateAction
            tool={tool}
            refusal={refusals.elsewhere}
            project={problems.length === 0 ? project : undefined}
          />
        </>
      }
    >
      <div className="tool-work" ref={main} tabIndex={-1}>
        {!work && <p className="tool-empty soft">What you make is shown here.</p>}
        {work && (
          <ProjectPreview project={work.project} player={player}>
            {Over && <Over {...work} />}
          </ProjectPreview>
        )}
        {work && Below && <Below {...work} />}
        <BatchPanel tool={tool} />
      </div>
    </ToolFrame>
  );
}

/** What was said of a draft was said of it as it was then. */
function useNewDraft(tool: Tool, draft: Draft): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of the draft may have mended them.
  useEffect(() => {
    if (creation.problems.length > 0) creation.problems = [];
  }, [draft]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other files are another job.
  useEffect(() => {
    creation.asked = '';
  }, [tool, draft.sources]);
}

/** What is shown: what the draft makes, else what it made last of these files, else the file as it is. */
function useShown(made: Project | undefined, draft: Draft): Project | undefined {
  const last = useRef<{ project: Project; of: string }>(undefined);
  const of = draft.sources.map(({ url }) => url).join();
  if (made) last.current = { project: made, of };
  return made ?? (last.current?.of === of ? last.current.project : sourceProject(draft));
}
