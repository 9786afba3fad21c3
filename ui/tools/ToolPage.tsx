import { Undo2 } from 'lucide-react';
import { Suspense, useEffect } from 'react';
import { useSnapshot } from 'valtio';
import { Redirect } from 'wouter';
import { messages } from '../../engine/project/messages.ts';
import { acceptOf } from '../../engine/tools/acceptOf.ts';
import { DropTarget } from '../components/DropTarget.tsx';
import { UploadWidget } from '../media/UploadWidget.tsx';
import { later } from '../state/later.ts';
import { showFailure } from '../state/notices.ts';
import { lazyPart } from '../studio/state/parts.ts';
import { type CataloguedTool, catalogue } from './catalogue.data.ts';
import { details, type ToolDetails } from './details.data.ts';
import { draftOf, undoDraft, works } from './drafts.ts';
import { panelOf } from './panels.ts';
import { type Draft, mediaOf } from './storedDrafts.ts';
import { ToolFrame } from './ToolFrame.tsx';
import type { ToolPanel } from './toolPanel.ts';
import { usePaste } from './usePaste.ts';
import { useUndoKeys } from './useUndoKeys.ts';

const Workbench = lazyPart<{ id: string; draft: Draft; panel: Promise<ToolPanel> }>(
  async () => (await import('./Workbench.tsx')).default,
);

/** The page of the tool whose route it is; not found where no tool has it. @param slug the path without its slash. */
export default function ToolRoute({ slug }: { slug: string }) {
  const tool = catalogue.find(({ route }) => route === `/${slug}`);
  const known = tool && details[tool.id];
  return known ? <ToolPage key={tool.id} tool={{ ...tool, ...known }} /> : <Redirect to="/404" replace />;
}

/**
 * The page of any tool. What makes projects is loaded with the first file: until then this says which files it takes.
 */
function ToolPage({ tool }: { tool: CataloguedTool & ToolDetails }) {
  const history = useSnapshot(works)[tool.id];
  const draft = draftOf(tool);
  const { id, title, summary, max, min } = tool;
  const take = (files: File[]) => max > 0 && begin(({ takeFiles }, of) => takeFiles(of(id), files));
  useEffect(() => {
    if (mediaOf(draftOf({ id })).length > 0) begin(({ restoreSources }, of) => void restoreSources(of(id)));
    return () => begin(({ stopTakingFiles }) => stopTakingFiles());
  }, [id]);
  usePaste(take);
  useUndoKeys(tool);
  const isReady = draft.sources.length >= min;
  return (
    <>
      {max > 0 && <DropTarget title="Drop to begin" words="The file to work on" onFiles={take} />}
      {isReady ? (
        <Suspense fallback={<ToolFrame title={title} summary={summary} side={<span />} />}>
          <Workbench id={id} draft={draft} panel={panelOf(id)} />
        </Suspense>
      ) : (
        <ToolFrame title={title} summary={summary}>
          <UploadWidget
            multiple={max > 1}
            accept={acceptOf(tool)}
            onFiles={take}
            onSample={() => begin(({ takeSample }, of) => takeSample(of(id)))}
          />
          {max > 1 && (
            <p className="soft" role="status">
              {messages.clipsMissing}
            </p>
          )}
          {(history?.past.length ?? 0) > 0 && (
            <button type="button" className="button plain" onClick={() => undoDraft(tool)}>
              <Undo2 aria-hidden="true" />
              Undo
            </button>
          )}
        </ToolFrame>
      )}
    </>
  );
}

type Taking = typeof import('./takeFiles.ts');

/** Does something with files, once what takes them is there. */
function begin(work: (taking: Taking, toolOf: Taking['toolOf']) => unknown): void {
  later(() => import('./takeFiles.ts')).then((taking) => work(taking, taking.toolOf), showFailure);
}
