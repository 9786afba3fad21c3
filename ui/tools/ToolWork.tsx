import { Ellipsis, Redo2, RotateCcw, Undo2 } from 'lucide-react';
import {
  type ComponentType,
  type ReactNode,
  startTransition,
  use,
  useEffect,
  useMemo,
  useReducer,
  useRef,
  useState,
} from 'react';
import { useSnapshot } from 'valtio';
import type { Project } from '../../engine/project/project.ts';
import { acceptOf } from '../../engine/tools/acceptOf.ts';
import { useWorkKeys } from '../app/useWorkKeys.ts';
import type { Refusals } from '../client/drafts/refusals.ts';
import { type Draft, isUntouched } from '../client/drafts/storedDrafts.ts';
import { locale, t } from '../client/page/t.ts';
import { IconButton } from '../kit/IconButton.tsx';
import { Menu } from '../kit/Menu.tsx';
import { AudioTrackMenu } from '../media/AudioTrackMenu.tsx';
import { PickFiles } from '../media/PickFiles.tsx';
import { UploadBusy } from '../media/UploadBusy.tsx';
import { CreateAction } from './CreateAction.tsx';
import type { CataloguedTool } from './catalogue.data.ts';
import { creation, stopCreating } from './creation.ts';
import { details, type ToolDetails } from './details.data.ts';
import { noteRunningExport } from './draftExport.ts';
import { draftHistories, dropSource, redoDraft, resetDraft, setField, undoDraft } from './drafts.ts';
import { EstimateLine } from './EstimateLine.tsx';
import { FieldControl } from './FieldControl.tsx';
import { firstPictures } from './firstPictures.ts';
import { formOf, WATERMARK_FIELDS } from './formOf.ts';
import type { FormField } from './forms.data.ts';
import { guideOf } from './guideOf.ts';
import { ProjectPreview } from './ProjectPreview.tsx';
import type { SourceRowProps } from './SourceRow.tsx';
import type { Shown } from './shown.ts';
import { type Start, starts } from './starts.data.ts';
import { ToolPicture } from './ToolCards.tsx';
import { ToolFrame } from './ToolFrame.tsx';
import { firstPanelOf, type ToolModules, useToolModules } from './useToolModules.ts';
import type { WatermarkFieldsProps } from './WatermarkFields.tsx';
import { withFileImport } from './withFileImport.ts';
import '../kit/style/cards.css';
import './tools.css';
import './toolForm.css';

interface Props {
  tool: CataloguedTool & ToolDetails;
  draft: Draft;
}

/**
 * Preview and settings of a tool. A draft in progress loads completely before it appears, so that nothing moves later.
 * A tool without files opens with its form and a rendered image of the default settings; the modules that need projects
 * load on first use.
 */
export function ToolWork({ tool, draft }: Props) {
  const { id, title, summary } = tool;
  const [start] = useState(() => (isUntouched(draft) ? starts[id] : undefined));
  const first = use(firstPanelOf(id));
  const { modules, player, loadModules } = useToolModules(id, !start || !isUntouched(draft));
  const made = useCompiledDraft({ modules, draft, start });
  const main = useRef<HTMLDivElement>(null);
  useEndings(tool, draft);
  useWorkKeys({ space: () => void loadModules().then((asked) => asked.player.toggle()) });
  const { over: Over, below: Below, side: Side, hasFiles, fields = [], problemFields = [] } = modules?.panel ?? {};
  const elsewhere = [...(first.fields ?? []), ...fields];
  const refusals = made.refusalsFor(elsewhere.filter((name) => !problemFields.includes(name)));
  const shared = modules && player && { ...{ tool: modules.tool, draft, player }, refusalOf: refusals.at };
  const work = shared && made.project && { ...shared, project: made.project };
  const { BatchPanel, ExtraSource, CopySwitch, DraftMenu, Estimate } = modules?.parts ?? {};
  const { PresetColors, PreviewQuality, SourceRow, WatermarkFields } = modules?.parts ?? {};
  return (
    <ToolFrame
      title={title}
      summary={summary}
      guide={guideOf(id)}
      actions={
        <DraftActions
          tool={tool}
          more={modules && DraftMenu ? <DraftMenu tool={modules.tool} project={made.result} /> : undefined}
        />
      }
      side={
        <>
          {!hasFiles && (
            <Sources tool={tool} draft={draft} Row={SourceRow}>
              {ExtraSource && <ExtraSource tool={tool} draft={draft} />}
              <UploadBusy next={() => main.current} />
            </Sources>
          )}
          {(hasFiles || tool.max === 0) && <UploadBusy next={() => main.current} />}
          {first.side && <first.side tool={tool} draft={draft} />}
          {shared && Side && <Side {...shared} project={made.project} />}
          <ToolForm
            {...{ tool, draft, elsewhere }}
            shown={made.shown}
            refusalOf={refusals.at}
            Watermark={WatermarkFields}
          />
          {modules && CopySwitch && <CopySwitch tool={modules.tool} draft={draft} project={made.result} />}
        </>
      }
      action={
        <>
          {Estimate ? (
            <Estimate draft={draft} project={made.result} refusal={refusals.elsewhere} />
          ) : (
            <EstimateLine words={start?.estimate} refusal={refusals.elsewhere} />
          )}
          <CreateAction
            tool={tool}
            describedBy={refusals.elsewhere === undefined ? undefined : 'create-note'}
            isReady={made.isReady}
            onCreate={() => void loadModules().then((asked) => asked.modules.parts.create(asked.modules.tool))}
            onMakeHere={() => void loadModules().then((asked) => asked.modules.parts.makeHere(asked.modules.tool))}
          />
        </>
      }
    >
      <div className="stack-2 tool-work" ref={main} tabIndex={-1}>
        {!made.shown && (
          <div className="tool-empty soft">
            <ToolPicture id={id} />
            <p>Your result appears here.</p>
          </div>
        )}
        {made.shown && (
          <ProjectPreview
            {...{ player, project: made.project, shown: made.shown }}
            isSteady={tool.min === 0 && tool.max > 0}
            picture={start && firstPictures[`first-${id}`]}
            onPlayer={() => loadModules().then((asked) => asked.player)}
          >
            {PreviewQuality && player && <PreviewQuality player={player} />}
            {Over && work && <Over {...work} />}
          </ProjectPreview>
        )}
        {first.below && <first.below tool={tool} draft={draft} />}
        {Below && work && <Below {...work} />}
        {modules && BatchPanel && <BatchPanel tool={modules.tool} />}
        {PresetColors && <PresetColors />}
      </div>
    </ToolFrame>
  );
}

/** Stops work when the page closes, and clears reported problems when the draft changes. */
function useEndings({ id }: { id: string }, draft: Draft): void {
  useEffect(
    () => () => {
      // A user who left the page must not be redirected to a video's page later.
      stopCreating();
      noteRunningExport(id);
    },
    [id],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of the draft may fix its problems.
  useEffect(() => {
    if (creation.problems.length > 0) creation.problems = [];
  }, [draft]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other files start a new task.
  useEffect(() => {
    creation.asked = '';
  }, [id, draft.sources]);
}

interface DraftActionsProps {
  tool: { id: string };
  /** Further actions, as a list of buttons. */
  more: ReactNode | undefined;
}

/** Undo, redo, reset and further actions for the draft of a tool. */
function DraftActions({ tool, more }: DraftActionsProps) {
  const history = useSnapshot(draftHistories)[tool.id];
  const isReset = Object.keys(history?.present.settings ?? {}).length === 0;
  return (
    <div className="tool-actions">
      <IconButton
        icon={Undo2}
        label="Undo"
        disabled={(history?.past.length ?? 0) === 0}
        onClick={() => undoDraft(tool)}
      />
      <IconButton
        icon={Redo2}
        label="Redo"
        disabled={(history?.future.length ?? 0) === 0}
        onClick={() => redoDraft(tool)}
      />
      <IconButton icon={RotateCcw} label="Reset all settings" disabled={isReset} onClick={() => resetDraft(tool)} />
      <Menu label="More" icon={<Ellipsis aria-hidden="true" />}>
        {more ?? <p className="menu-words soft small">One moment.</p>}
      </Menu>
    </div>
  );
}

interface SourcesProps {
  tool: { id: string };
  draft: Draft;
  /** Renders one source; undefined until its module is loaded. */
  Row: ComponentType<SourceRowProps> | undefined;
  /** The extra file of the tool, and files that are being imported. */
  children: ReactNode;
}

/**
 * Sources of a tool with their upload progress, and the button that chooses another. Tools for several files list them
 * in their own panel.
 */
function Sources({ tool, draft, Row, children }: SourcesProps) {
  const { min = 0, max = 0, kinds = [] } = details[tool.id] ?? {};
  if (max === 0) return null;
  return (
    <div className="tool-sources">
      <ul>
        {Row &&
          draft.sources.map(({ url }, index) => (
            <Row key={url} url={url} onRemove={min === 0 ? () => dropSource(tool, index) : undefined} />
          ))}
        {min === 0 && draft.sources.length === 0 && <li className="soft">No file yet</li>}
      </ul>
      <PickFiles
        className="text-button"
        label="Files from this device"
        accept={acceptOf({ kinds })}
        multiple={false}
        onFiles={(files) => withFileImport(({ importToolFiles }, of) => importToolFiles(of(tool.id), files))}
      >
        {draft.sources.length > 0 ? 'Replace file' : 'Choose a file'}
      </PickFiles>
      {children}
    </div>
  );
}

interface ToolFormProps {
  tool: { id: string };
  draft: Draft;
  /** The compiled result; undefined while there is none. */
  shown: Pick<Shown, 'type' | 'ending'> | undefined;
  /** Problem text of a field; '' if it is valid. */
  refusalOf: (name: string) => string;
  /** Names of fields that another part of the page renders. */
  elsewhere: readonly string[];
  /** Renders the watermark fields; undefined until they are loaded. */
  Watermark: ComponentType<WatermarkFieldsProps> | undefined;
}

/** Form of a tool: its own settings, and the common ones in a collapsed section. */
function ToolForm({ tool, draft, shown, refusalOf, elsewhere, Watermark }: ToolFormProps) {
  const hasExtra = (details[tool.id]?.extra.length ?? 0) > 0;
  const lengthOf = ({ isOfExtra }: FormField) => {
    // In audio tools, the audio is the source itself.
    const file = isOfExtra && hasExtra ? draft.beside : draft.sources[0];
    return file?.duration ?? 0;
  };
  const counts = ({ onlyFor }: FormField) => !onlyFor || (shown !== undefined && onlyFor.includes(shown.type));
  const isAsked = (field: FormField) =>
    isShown(field) && counts(field) && (field.control !== 'time' || lengthOf(field) > 0);
  const isShown = ({ name, title, onlyWith }: FormField) =>
    title !== '' && !elsewhere.includes(name) && (onlyWith === undefined || draft.settings[onlyWith] === true);
  const isOfMoving = ({ name }: FormField) => name === 'videoType' && shown?.type === 'image';
  const form = formOf(tool);
  const own = form.own.filter(isAsked);
  const common = form.common.filter((field) => isAsked(field) && !isOfMoving(field));
  const isRefused = common.some(({ name }) => refusalOf(name) !== '');
  const more = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    // The section stays open while its problem is being fixed.
    if (isRefused && more.current) more.current.open = true;
  }, [isRefused]);
  const show = (field: FormField) => (field.name === 'audioTrack' ? trackMenu(field) : control(field));
  const trackMenu = ({ name }: FormField) => (
    <AudioTrackMenu
      key={name}
      url={draft.sources[0]?.url ?? ''}
      chosen={draft.settings[name] as number | undefined}
      refusal={refusalOf(name)}
      onChange={(track) => setField(tool, name, track)}
    />
  );
  const control = (field: FormField) => (
    <FieldControl
      key={field.name}
      field={field}
      value={draft.settings[field.name] ?? (field.name === 'videoType' ? shown?.ending : undefined)}
      duration={lengthOf(field)}
      refusal={refusalOf(field.name)}
      onChange={(value) => setField(tool, field.name, value)}
    />
  );
  const withMark = (fields: readonly FormField[]) => [
    ...fields.filter(({ name }) => !WATERMARK_FIELDS.includes(name)).map(show),
    ...(Watermark && fields.some(({ name }) => name === 'watermarkText')
      ? [<Watermark key="watermark" {...{ tool, draft, refusalOf }} />]
      : []),
  ];
  return (
    <>
      {own.length > 0 && <div className="stack-2 tool-fields">{withMark(own)}</div>}
      <details className="tool-more" ref={more}>
        <summary>{summaryOf(common)}</summary>
        <div className="stack-2 tool-fields">{withMark(common)}</div>
      </details>
    </>
  );
}

/** Names the settings in the collapsed section. */
function summaryOf(common: readonly FormField[]): string {
  const has = (name: string) => common.some((field) => field.name === name);
  const parts = [
    'Name',
    ...(has('videoType') ? ['format'] : []),
    ...(has('fitUnder') ? ['file size'] : []),
    ...(has('withCustomWatermark') ? ['watermark'] : []),
  ];
  return new Intl.ListFormat(locale('en-GB')).format(parts.map(t));
}

interface CompiledDraftInput {
  modules: ToolModules | undefined;
  draft: Draft;
  /** Values shown until its modules are loaded. */
  start: Start | undefined;
}

/** Compiled draft and its problems. */
interface Made {
  /** undefined while the draft has problems or its modules are not loaded. */
  result: Project | undefined;
  /** Project to show: the result, else the last result with the same files, else the plain source. */
  project: Project | undefined;
  /** undefined if nothing is shown. */
  shown: Shown | undefined;
  /** Whether Create has no problems to show. */
  isReady: boolean;
  /** @param silent see refusalsOf. */
  refusalsFor: (silent: readonly string[]) => Refusals;
}

/** Compiling this many subtitles takes longer than a frame, so it waits until typing pauses. */
const LONG_LIST = 300;
/** Length of that pause after the last change, in milliseconds. */
const REST_MS = 300;

/** Returns the draft, delayed while a long list of subtitles is being edited. */
function useRested(draft: Draft): Draft {
  const rested = useRef(draft);
  const [, again] = useReducer((count: number) => count + 1, 0);
  const { subtitles } = draft.settings;
  const before = rested.current.settings.subtitles;
  const waits = lengthOf(before) > LONG_LIST && lengthOf(subtitles) > LONG_LIST && subtitles !== before;
  const isSameWork = rested.current.sources === draft.sources;
  useEffect(() => {
    if (rested.current === draft) return;
    const timer = setTimeout(() => {
      rested.current = draft;
      startTransition(again);
    }, REST_MS);
    return () => clearTimeout(timer);
  }, [draft]);
  if (!waits || !isSameWork) rested.current = draft;
  return rested.current;
}

function lengthOf(list: unknown): number {
  return Array.isArray(list) ? list.length : 0;
}

/** Compiles a draft to a project as soon as its modules are loaded. */
function useCompiledDraft({ modules, draft, start }: CompiledDraftInput): Made {
  const { problems: found, asked } = useSnapshot(creation);
  const whole = useRested(draft);
  const compiled = useMemo(() => modules?.parts.compileDraft(modules.tool, whole), [modules, whole]);
  const result = compiled?.ok ? compiled.value : undefined;
  const last = useRef<{ project: Project; of: string }>(undefined);
  const of = whole.sources.map(({ url }) => url).join();
  if (result) last.current = { project: result, of };
  const project = last.current?.of === of ? last.current.project : modules?.parts.sourceProject(whole);
  const shown = useMemo(() => project && modules?.parts.shownOf(project), [modules, project]);
  if (!modules || !compiled) {
    const refusals = { at: () => '', elsewhere: start?.refusal };
    const isReady = start?.shown !== undefined;
    return { result, project, shown: start?.shown, isReady, refusalsFor: () => refusals };
  }
  const problems = compiled.ok ? found : compiled.problems;
  const isReady = problems.length === 0 && project !== undefined;
  const attempt = { draft, problems, isAsked: asked === modules.tool.id };
  const refusalsFor = (silent: readonly string[]) => modules.parts.refusalsOf(modules.tool, { ...attempt, silent });
  return { result, project, shown, isReady, refusalsFor };
}
