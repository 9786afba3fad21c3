import { Undo2 } from 'lucide-react';
import { Suspense, useEffect, useRef } from 'react';
import { useSnapshot } from 'valtio';
import { Redirect } from 'wouter';
import { messages } from '../../engine/project/messages.ts';
import { isWebAddress } from '../../engine/project/pastedUrl.ts';
import { acceptOf } from '../../engine/tools/acceptOf.ts';
import type { Tool } from '../../engine/tools/tool.ts';
import { lazyPart } from '../app/lazyPart.ts';
import { type Draft, mediaOf } from '../client/drafts/storedDrafts.ts';
import { showNote } from '../client/page/notices.ts';
import { DropTarget } from '../media/DropTarget.tsx';
import { UploadWidget } from '../media/UploadWidget.tsx';
import { type CataloguedTool, catalogue } from './catalogue.data.ts';
import { details, type ToolDetails } from './details.data.ts';
import { draftHistories, draftOf, redoDraft, undoDraft } from './drafts.ts';
import { guideOf } from './guideOf.ts';
import { ToolPicture } from './ToolCards.tsx';
import { ToolFrame } from './ToolFrame.tsx';
import { withFileImport } from './withFileImport.ts';
import '../kit/style/cards.css';
import './tools.css';

const ToolWork = lazyPart<{ tool: CataloguedTool & ToolDetails; draft: Draft }>(
  async () => (await import('./ToolWork.tsx')).ToolWork,
);

interface Address {
  /** Path of the tool without the leading slash. */
  slug: string;
  /** Rest of the path: a screen over the page. */
  screen?: string | undefined;
}

const SubtitleSheet = lazyPart<{ screen: string; tool: { id: string } }>(
  async () => (await import('./subtitles/SubtitleSheet.tsx')).SubtitleSheet,
);

/** Renders the tool with this route. Redirects to 404 for an unknown tool or screen. */
export function ToolRoute({ slug, screen }: Address) {
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
  // Synchronous: a delayed update would move the caret while the user types.
  const history = useSnapshot(draftHistories, { sync: true })[tool.id];
  const draft = draftOf(tool);
  const { id, title, summary, max, min } = tool;
  const importFiles = (files: File[]) =>
    max > 0 && withFileImport(({ importToolFiles }, of) => importToolFiles(of(id), files));
  useEffect(() => {
    if (mediaOf(draftOf({ id })).length > 0) withFileImport(({ restoreSources }, of) => void restoreSources(of(id)));
    return () => withFileImport(({ cancelToolImports }) => cancelToolImports());
  }, [id]);
  const link = (pasted: string) =>
    max > 0 && withFileImport(({ importPastedLink }, of) => importPastedLink(of(id), pasted));
  usePaste(importFiles, link);
  useUndoKeys(tool);
  const isReady = draft.sources.length >= min;
  return (
    <>
      {max > 0 && <DropTarget title="Drop to start" words="Source file" onFiles={importFiles} />}
      {isReady ? (
        <Suspense fallback={<ToolFrame title={title} summary={summary} guide={guideOf(id)} side={<span />} />}>
          <ToolWork tool={tool} draft={draft} />
        </Suspense>
      ) : (
        <ToolFrame title={title} summary={summary} guide={guideOf(id)} side={<ToolIntro tool={tool} />}>
          <UploadWidget
            multiple={max > 1}
            accept={acceptOf(tool)}
            onFiles={importFiles}
            onLink={link}
            onSample={() => withFileImport(({ importSample }, of) => importSample(of(id)))}
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

interface ToolIntroProps {
  tool: { id: string; max: number };
}

/** Introduces a tool next to its file picker: an illustration and three steps. */
function ToolIntro({ tool: { id, max } }: ToolIntroProps) {
  return (
    <div className="stack-2 tool-intro">
      <ToolPicture id={id} />
      <ol className="soft small">
        <li>Choose {max > 1 ? 'your files' : 'a file'}, or try the sample.</li>
        <li>Adjust the settings and preview each change.</li>
        <li>Create it and download the result.</li>
      </ol>
    </div>
  );
}

/** Handles files pasted anywhere on the page and links pasted outside of fields. Shows a note for other text there. */
function usePaste(onFiles: (files: File[]) => void, onLink: (pasted: string) => void): void {
  const newest = useRef({ onFiles, onLink });
  newest.current = { onFiles, onLink };
  useEffect(() => {
    const paste = ({ clipboardData, target }: ClipboardEvent) => {
      const files = [...(clipboardData?.files ?? [])];
      if (files.length > 0) return newest.current.onFiles(files);
      const text = clipboardData?.getData('text/plain') ?? '';
      const isWriting = target instanceof Element && target.closest('input, textarea, [contenteditable]') !== null;
      if (isWriting || text.trim() === '') return;
      if (isWebAddress(text)) newest.current.onLink(text);
      else showNote(messages.noLink);
    };
    addEventListener('paste', paste);
    return () => removeEventListener('paste', paste);
  }, []);
}

/** Binds Ctrl+Z and Ctrl+Shift+Z or Ctrl+Y, except in text fields, which have their own undo. */
function useUndoKeys({ id }: Pick<Tool, 'id'>): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { key, target } = event;
      if (!(event.ctrlKey || event.metaKey) || event.altKey || isText(target)) return;
      const isRedo = key.toLowerCase() === 'y' || (key.toLowerCase() === 'z' && event.shiftKey);
      if (!isRedo && key.toLowerCase() !== 'z') return;
      event.preventDefault();
      if (isRedo) redoDraft({ id });
      else undoDraft({ id });
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [id]);
}

function isText(target: EventTarget | null): boolean {
  if (target instanceof HTMLTextAreaElement) return true;
  return target instanceof HTMLInputElement && !['range', 'radio', 'checkbox', 'color'].includes(target.type);
}
