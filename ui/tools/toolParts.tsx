import { useSnapshot } from 'valtio';
import type { Project } from '../../engine/project/project.ts';
import { mayCopy } from '../../engine/timeline/mayCopy.ts';
import type { Tool } from '../../engine/tools/tool.ts';
import { brandColors } from '../client/brand/brandColors.ts';
import { compileDraft, sourceProject } from '../client/drafts/compileDraft.ts';
import { refusalsOf } from '../client/drafts/refusals.ts';
import type { Draft } from '../client/drafts/storedDrafts.ts';
import { mediaTable } from '../client/media/mediaTable.ts';
import { Switch } from '../kit/Switch.tsx';
import { presets } from '../kit/swatches.tsx';
import { QualitySign } from '../player/QualitySign.tsx';
import { BatchPanel } from './BatchPanel.tsx';
import { create } from './create.ts';
import { DraftMenu } from './DraftMenu.tsx';
import { persistDrafts, setField } from './drafts.ts';
import { EstimateLine } from './EstimateLine.tsx';
import { ExtraSource } from './ExtraSource.tsx';
import { estimateWords } from './estimateWords.ts';
import { exportDraft } from './exportDraft.ts';
import { PRESET_COLORS } from './FieldControl.tsx';
import { toolOf } from './importToolFiles.ts';
import { panels } from './panels.ts';
import { SourceRow } from './SourceRow.tsx';
import { shownOf } from './shown.ts';
import type { ToolPanel } from './toolPanel.ts';
import { createToolPlayer, type ToolPlayer } from './toolPlayer.ts';
import { WatermarkFields } from './WatermarkFields.tsx';

// Drafts are stored from the first use of a page, so that leaving at once loses nothing.
persistDrafts();

/** What tool pages load once they work with a project, as one chunk: loading it in parts would shift the page. */
export const toolParts = {
  ...{ BatchPanel, ExtraSource: ExtraSource, CopySwitch, DraftMenu, Estimate },
  ...{ PresetColors, PreviewQuality, SourceRow, WatermarkFields },
  ...{ compileDraft, create, createToolPlayer, makeHere: exportDraft, refusalsOf, shownOf, sourceProject, toolOf },
  panelOf: (id: string): ToolPanel => panels[id] ?? {},
};

interface CopySwitchProps {
  tool: Tool;
  draft: Draft;
  /** undefined while the draft has problems. */
  project: Project | undefined;
}

/** Switches between copying and encoding video data. Renders nothing where copying is not possible. */
function CopySwitch({ tool, draft, project }: CopySwitchProps) {
  if (!project || !mayCopy({ ...project, alwaysEncode: false })) return null;
  const isForced = draft.settings.alwaysEncode === true;
  return (
    <Switch
      label={isForced ? 'Re-encoded' : 'Kept in original quality'}
      hint={isForced ? 'All frames are encoded.' : 'Frames are copied where the file allows it.'}
      on={!isForced}
      onChange={(on) => setField(tool, 'alwaysEncode', on ? undefined : true)}
    />
  );
}

/** Datalist of brand and preset colors, which browsers offer in every color input that references it. */
function PresetColors() {
  return (
    <datalist id={PRESET_COLORS}>
      {useSnapshot(brandColors).colors.map((color) => (
        <option key={color} value={color} label="Brand" />
      ))}
      {presets.map(({ color, name }) => (
        <option key={name} value={color} label={name} />
      ))}
    </datalist>
  );
}

/** Shows over a preview that it is drawn at a reduced resolution. */
function PreviewQuality({ player }: { player: ToolPlayer }) {
  return <QualitySign share={useSnapshot(player.state).quality} />;
}

interface EstimateProps {
  draft: Draft;
  /** undefined while the draft has problems. */
  project: Project | undefined;
  /** Problem of the draft that no field shows. */
  refusal: string | undefined;
}

/** Shows the expected format, length and pixel size of the result, and its bytes where they can be estimated. */
function Estimate({ draft, project, refusal }: EstimateProps) {
  const { byUrl } = useSnapshot(mediaTable);
  const [source] = draft.sources;
  const size = project && source && mayCopy(project) ? byUrl[source.url]?.size : undefined;
  const copied = size === undefined ? undefined : { size, duration: source?.duration ?? 0 };
  return <EstimateLine words={project && estimateWords(project, copied)} refusal={refusal} />;
}
