import { Undo2 } from 'lucide-react';
import { Suspense, useEffect } from 'react';
import { useSnapshot } from 'valtio';
import { Redirect } from 'wouter';
import { messages } from '../../engine/project/messages.ts';
import { acceptOf } from '../../engine/tools/acceptOf.ts';
import { DropTarget } from '../components/DropTarget.tsx';
import { UploadWidget } from '../media/UploadWidget.tsx';
import { plainPart } from '../studio/state/lazyPart.ts';
import { beginTaking } from './beginTaking.ts';
import { type CataloguedTool, catalogue } from './catalogue.data.ts';
import { details, type ToolDetails } from './details.data.ts';
import { draftOf, undoDraft, works } from './drafts.ts';
import { type Draft, mediaOf } from './storedDrafts.ts';
import { ToolFrame } from './ToolFrame.tsx';
import { ToolIntro } from './ToolIntro.tsx';
import { usePaste } from './usePaste.ts';
import { useUndoKeys } from './useUndoKeys.ts';

const ToolWork = plainPart<{ tool: CataloguedTool & ToolDetails; draft: Draft }>(
  async () => (await import('./ToolWork.tsx')).default,
);

interface Address {
  /** The path of the tool without its slash. */
  slug: string;
  /** What follows in the path: a screen over the page. */
  screen?: string | undefined;
}

const SubtitleSheet = plainPart<{ screen: string; tool: { id: string } }>(
  async () => (await import('../subtitles/SubtitleSheet.tsx')).SubtitleSheet,
);

/** The page of the tool whose route it is; not found where no tool has it, or no screens. */
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

/**
 * The page of any tool. Where files are needed, this says which until there are some; what works on them comes then.
 */
function ToolPage({ tool }: { tool: CataloguedTool & ToolDetails }) {
  // At once: a field that gets what was written in it a moment later loses the caret's place.
  const history = useSnapshot(works, { sync: true })[tool.id];
  const draft = draftOf(tool);
  const { id, title, summary, max, min } = tool;
  const take = (files: File[]) => max > 0 && beginTaking(({ takeFiles }, of) => takeFiles(of(id), files));
  useEffect(() => {
    if (mediaOf(draftOf({ id })).length > 0) beginTaking(({ restoreSources }, of) => void restoreSources(of(id)));
    return () => beginTaking(({ stopTakingFiles }) => stopTakingFiles());
  }, [id]);
  const link = (pasted: string) => max > 0 && beginTaking(({ takePasted }, of) => takePasted(of(id), pasted));
  usePaste(take, link);
  useUndoKeys(tool);
  const isReady = draft.sources.length >= min;
  return (
    <>
      {max > 0 && <DropTarget title="Drop to start" words="Source file" onFiles={take} />}
      {isReady ? (
        <Suspense fallback={<ToolFrame title={title} summary={summary} side={<span />} />}>
          <ToolWork tool={tool} draft={draft} />
        </Suspense>
      ) : (
        <ToolFrame title={title} summary={summary} side={<ToolIntro tool={tool} />}>
          <UploadWidget
            multiple={max > 1}
            accept={acceptOf(tool)}
            onFiles={take}
            onLink={link}
            onSample={() => beginTaking(({ takeSample }, of) => takeSample(of(id)))}
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
