import { Undo2 } from 'lucide-react';
import { Suspense, useEffect } from 'react';
import { useSnapshot } from 'valtio';
import { Redirect } from 'wouter';
import { messages } from '../../engine/project/messages.ts';
import { acceptOf } from '../../engine/tools/acceptOf.ts';
import { DropTarget } from '../components/DropTarget.tsx';
import { UploadWidget } from '../media/UploadWidget.tsx';
import { lazyPlainComponent } from '../studio/state/lazyPart.ts';
import { type CataloguedTool, catalogue } from './catalogue.data.ts';
import { details, type ToolDetails } from './details.data.ts';
import { draftHistories, draftOf, undoDraft } from './drafts.ts';
import { type Draft, mediaOf } from './storedDrafts.ts';
import { ToolFrame } from './ToolFrame.tsx';
import { ToolIntro } from './ToolIntro.tsx';
import { usePaste } from './usePaste.ts';
import { useUndoKeys } from './useUndoKeys.ts';
import { withFileImport } from './withFileImport.ts';

const ToolWork = lazyPlainComponent<{ tool: CataloguedTool & ToolDetails; draft: Draft }>(
  async () => (await import('./ToolWork.tsx')).default,
);

interface Address {
  /** Path of the tool without the leading slash. */
  slug: string;
  /** Rest of the path: a screen over the page. */
  screen?: string | undefined;
}

const SubtitleSheet = lazyPlainComponent<{ screen: string; tool: { id: string } }>(
  async () => (await import('../subtitles/SubtitleSheet.tsx')).SubtitleSheet,
);

/** Renders the tool with this route. Redirects to 404 for an unknown tool or screen. */
export default function ToolRoute({ slug, screen }: Address) {
  const tool = catalogue.find(({ route }) => route === `/${slug}`);
  const known = tool && details[tool.id];
  const isThere = screen === undefined || tool?.id === 'subtitles';
  if (!known || !isThere) return <Redirect to="/404" replace />;
  return (
    <>
      <ToolPage key={tool.id} tool={{ ...tool, ...known }} />
      {screen !== undefined && (
        <Suspense fallback={null}>
          <SubtitleSheet screen={screen} tool={tool} />
        </Suspense>
      )}
    </>
  );
}

/** Page of a tool. Asks for files until there are enough, then loads the rest. */
function ToolPage({ tool }: { tool: CataloguedTool & ToolDetails }) {
  // Synchronous: a delayed update would move the caret while somebody types.
  const history = useSnapshot(draftHistories, { sync: true })[tool.id];
  const draft = draftOf(tool);
  const { id, title, summary, max, min } = tool;
  const importFiles = (files: File[]) =>
    max > 0 && withFileImport(({ importToolFiles: takeFiles }, of) => takeFiles(of(id), files));
  useEffect(() => {
    if (mediaOf(draftOf({ id })).length > 0) withFileImport(({ restoreSources }, of) => void restoreSources(of(id)));
    return () => withFileImport(({ cancelToolImports: stopTakingFiles }) => stopTakingFiles());
  }, [id]);
  const link = (pasted: string) =>
    max > 0 && withFileImport(({ importPastedLink: takePasted }, of) => takePasted(of(id), pasted));
  usePaste(importFiles, link);
  useUndoKeys(tool);
  const isReady = draft.sources.length >= min;
  return (
    <>
      {max > 0 && <DropTarget title="Drop to start" words="Source file" onFiles={importFiles} />}
      {isReady ? (
        <Suspense fallback={<ToolFrame title={title} summary={summary} side={<span />} />}>
          <ToolWork tool={tool} draft={draft} />
        </Suspense>
      ) : (
        <ToolFrame title={title} summary={summary} side={<ToolIntro tool={tool} />}>
          <UploadWidget
            multiple={max > 1}
            accept={acceptOf(tool)}
            onFiles={importFiles}
            onLink={link}
            onSample={() => withFileImport(({ importSample: takeSample }, of) => takeSample(of(id)))}
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
