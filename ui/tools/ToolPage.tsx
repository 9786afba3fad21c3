import { Suspense, useEffect, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { Redirect } from 'wouter';
import type { Project } from '../../engine/project/project.ts';
import { tools } from '../../engine/tools/index.ts';
import { acceptOf } from '../../engine/tools/inputs.ts';
import type { Tool } from '../../engine/tools/tool.ts';
import { DropTarget } from '../components/DropTarget.tsx';
import { UploadBusy } from '../media/UploadBusy.tsx';
import { UploadWidget } from '../media/UploadWidget.tsx';
import { useWorkKeys } from '../studio/shortcuts/useWorkKeys.ts';
import { CreateAction } from './CreateAction.tsx';
import { creation } from './create.ts';
import { compileDraft, draftOf, drafts, sourceProject } from './drafts.ts';
import { ProjectPreview } from './ProjectPreview.tsx';
import { panels } from './panels.ts';
import { createProjectPlayer } from './projectPlayer.ts';
import { Sources } from './Sources.tsx';
import type { Draft } from './storedDrafts.ts';
import { ToolForm } from './ToolForm.tsx';
import { ToolFrame } from './ToolFrame.tsx';
import { restoreSources, stopTakingFiles, takeFiles, takeSample } from './takeFiles.ts';

/** The page of the tool whose route it is; not found where no tool has it. @param slug the path without its slash. */
export default function ToolRoute({ slug }: { slug: string }) {
  const tool = tools.find(({ route }) => route === `/${slug}`);
  return tool ? <ToolPage key={tool.id} tool={tool} /> : <Redirect to="/404" replace />;
}

/** The page of any tool, made from what the tool says of itself: its files, what it makes of them, and its settings. */
function ToolPage({ tool }: { tool: Tool }) {
  const draft = useDraft(tool);
  const { title, summary, inputs } = tool;
  useEffect(() => {
    void restoreSources(tool);
    return stopTakingFiles;
  }, [tool]);
  const isReady = inputs.max === 0 || draft.sources.length >= Math.max(1, inputs.min);
  return (
    <>
      {inputs.max > 0 && (
        <DropTarget title="Drop to begin" words="The file to work on" onFiles={(files) => takeFiles(tool, files)} />
      )}
      {isReady ? (
        <Work tool={tool} draft={draft} />
      ) : (
        <ToolFrame title={title} summary={summary}>
          <UploadWidget
            multiple={inputs.max > 1}
            accept={acceptOf(inputs)}
            onFiles={(files) => takeFiles(tool, files)}
            {...(inputs.kinds.includes('video') ? { onSample: () => takeSample(tool) } : {})}
          />
        </ToolFrame>
      )}
    </>
  );
}

function Work({ tool, draft }: { tool: Tool; draft: Draft }) {
  const [player] = useState(createProjectPlayer);
  const { problems: found } = useSnapshot(creation);
  const compiled = compileDraft(tool, draft);
  const problems = compiled.ok ? found : compiled.problems;
  const project = useShown(compiled.ok ? compiled.value : undefined, draft);
  useWorkKeys({ space: () => player.toggle() });
  const { over: Over, below: Below, side: Side, files: Files, asks = [] } = panels[tool.id] ?? {};
  const main = useRef<HTMLDivElement>(null);
  const work = project && { tool, draft, project, player };
  return (
    <ToolFrame
      title={tool.title}
      summary={tool.summary}
      side={
        <>
          <Suspense fallback={null}>
            {Files ? <Files {...{ tool, draft, project, player }} /> : <Sources tool={tool} draft={draft} />}
            <UploadBusy next={() => main.current} />
            {Side && <Side {...{ tool, draft, project, player }} />}
          </Suspense>
          <ToolForm {...{ tool, draft, project, problems }} elsewhere={asks} />
          <CreateAction {...{ tool, problems }} elsewhere={asks} />
        </>
      }
    >
      <div className="tool-work" ref={main} tabIndex={-1}>
        {work && (
          <ProjectPreview project={work.project} player={player}>
            <Suspense fallback={null}>{Over && <Over {...work} />}</Suspense>
          </ProjectPreview>
        )}
        <Suspense fallback={null}>{work && Below && <Below {...work} />}</Suspense>
      </div>
    </ToolFrame>
  );
}

/** The draft as it is now; the server's problems are of the one before. */
function useDraft(tool: Tool): Draft {
  draftOf(tool);
  const draft = useSnapshot(drafts)[tool.id] as Draft;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of the draft may have mended them.
  useEffect(() => {
    creation.problems = [];
  }, [draft]);
  return draft;
}

/** What is shown: what the draft makes, else what it made last of these files, else the file as it is. */
function useShown(made: Project | undefined, draft: Draft): Project | undefined {
  const last = useRef<{ project: Project; of: string }>(undefined);
  const of = draft.sources.map(({ url }) => url).join();
  if (made) last.current = { project: made, of };
  return made ?? (last.current?.of === of ? last.current.project : sourceProject(draft));
}
