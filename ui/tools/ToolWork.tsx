import { use, useEffect, useRef, useState } from 'react';
import { ToolPicture } from '../components/ToolPicture.tsx';
import { UploadBusy } from '../media/UploadBusy.tsx';
import { useWorkKeys } from '../studio/shortcuts/useWorkKeys.ts';
import { CreateAction } from './CreateAction.tsx';
import type { CataloguedTool } from './catalogue.data.ts';
import { creation, stopCreating } from './creation.ts';
import { DraftActions } from './DraftActions.tsx';
import type { ToolDetails } from './details.data.ts';
import { noteRunningExport } from './draftExport.ts';
import { EstimateLine } from './EstimateLine.tsx';
import { firstPictures } from './firstPictures.ts';
import { ProjectPreview } from './ProjectPreview.tsx';
import { firstPanelOf } from './panels.ts';
import { Sources } from './Sources.tsx';
import { starts } from './starts.data.ts';
import { type Draft, isUntouched } from './storedDrafts.ts';
import { ToolForm } from './ToolForm.tsx';
import { ToolFrame } from './ToolFrame.tsx';
import { useCompiledDraft } from './useCompiledDraft.ts';
import { useToolModules } from './useToolModules.ts';
import '../components/toolCards.css';
import './toolIntro.css';

interface Props {
  tool: CataloguedTool & ToolDetails;
  draft: Draft;
}

/**
 * Preview and settings of a tool. A draft in progress loads completely before it appears, so that nothing moves later.
 * A tool without files opens with its form and a rendered image of the default settings; the modules that need projects
 * load on first use.
 */
export default function ToolWork({ tool, draft }: Props) {
  const { id, title, summary } = tool;
  const [start] = useState(() => (isUntouched(draft) ? starts[id] : undefined));
  const first = use(firstPanelOf(id));
  const { bench, player, ask } = useToolModules(id, !start || !isUntouched(draft));
  const made = useCompiledDraft({ bench, draft, start });
  const main = useRef<HTMLDivElement>(null);
  useEndings(tool, draft);
  useWorkKeys({ space: () => void ask().then((asked) => asked.player.toggle()) });
  const { over: Over, below: Below, side: Side, hasFiles, asks = [], says = [] } = bench?.panel ?? {};
  const elsewhere = [...(first.asks ?? []), ...asks];
  const refusals = made.refusalsFor(elsewhere.filter((name) => !says.includes(name)));
  const beside = bench && player && { ...{ tool: bench.tool, draft, player }, refusalOf: refusals.at };
  const work = beside && made.project && { ...beside, project: made.project };
  const { BatchPanel, BesideSource, CopySwitch, DraftMenu, Estimate } = bench?.parts ?? {};
  const { PresetColors, PreviewQuality, SourceRow, WatermarkFields } = bench?.parts ?? {};
  return (
    <ToolFrame
      title={title}
      summary={summary}
      actions={
        <DraftActions
          tool={tool}
          more={bench && DraftMenu ? <DraftMenu tool={bench.tool} project={made.result} /> : undefined}
        />
      }
      side={
        <>
          {!hasFiles && (
            <Sources tool={tool} draft={draft} Row={SourceRow}>
              {BesideSource && <BesideSource tool={tool} draft={draft} />}
              <UploadBusy next={() => main.current} />
            </Sources>
          )}
          {(hasFiles || tool.max === 0) && <UploadBusy next={() => main.current} />}
          {first.side && <first.side tool={tool} draft={draft} />}
          {beside && Side && <Side {...beside} project={made.project} />}
          <ToolForm
            {...{ tool, draft, elsewhere }}
            shown={made.shown}
            refusalOf={refusals.at}
            Watermark={WatermarkFields}
          />
          {bench && CopySwitch && <CopySwitch tool={bench.tool} draft={draft} project={made.result} />}
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
            onCreate={() => void ask().then((asked) => asked.bench.parts.create(asked.bench.tool))}
            onMakeHere={() => void ask().then((asked) => asked.bench.parts.makeHere(asked.bench.tool))}
          />
        </>
      }
    >
      <div className="tool-work" ref={main} tabIndex={-1}>
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
            onPlayer={() => ask().then((asked) => asked.player)}
          >
            {PreviewQuality && player && <PreviewQuality player={player} />}
            {Over && work && <Over {...work} />}
          </ProjectPreview>
        )}
        {first.below && <first.below tool={tool} draft={draft} />}
        {Below && work && <Below {...work} />}
        {bench && BatchPanel && <BatchPanel tool={bench.tool} />}
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
