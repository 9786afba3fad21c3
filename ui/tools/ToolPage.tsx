import { Suspense, useEffect } from 'react';
import { useSnapshot } from 'valtio';
import { Redirect } from 'wouter';
import { tools } from '../../engine/tools/index.ts';
import { acceptOf } from '../../engine/tools/inputs.ts';
import type { Tool } from '../../engine/tools/tool.ts';
import { DropTarget } from '../components/DropTarget.tsx';
import { UploadWidget } from '../media/UploadWidget.tsx';
import { lazyPart } from '../studio/state/parts.ts';
import { draftOf, works } from './drafts.ts';
import type { Draft } from './storedDrafts.ts';
import { ToolFrame } from './ToolFrame.tsx';
import { restoreSources, stopTakingFiles, takeFiles, takeSample } from './takeFiles.ts';
import { usePaste } from './usePaste.ts';

const Workbench = lazyPart<{ tool: Tool; draft: Draft }>(async () => (await import('./Workbench.tsx')).Workbench);

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
  usePaste((files) => inputs.max > 0 && takeFiles(tool, files));
  const isReady = draft.sources.length >= inputs.min;
  return (
    <>
      {inputs.max > 0 && (
        <DropTarget title="Drop to begin" words="The file to work on" onFiles={(files) => takeFiles(tool, files)} />
      )}
      {isReady ? (
        <Suspense fallback={<ToolFrame title={title} summary={summary} side={<span />} />}>
          <Workbench tool={tool} draft={draft} />
        </Suspense>
      ) : (
        <ToolFrame title={title} summary={summary}>
          <UploadWidget
            multiple={inputs.max > 1}
            accept={acceptOf(inputs)}
            onFiles={(files) => takeFiles(tool, files)}
            onSample={() => takeSample(tool)}
          />
        </ToolFrame>
      )}
    </>
  );
}

/** The draft as it is now. */
function useDraft(tool: Tool): Draft {
  useSnapshot(works);
  return draftOf(tool);
}
