import { BatchPanel } from './BatchPanel.tsx';
import { CopySwitch } from './CopySwitch.tsx';
import { compileDraft, sourceProject } from './compileDraft.ts';
import { create } from './create.ts';
import { DraftMenu } from './DraftMenu.tsx';
import { persistDrafts } from './drafts.ts';
import { Estimate } from './Estimate.tsx';
import { ExtraSource } from './ExtraSource.tsx';
import { exportDraft } from './exportDraft.ts';
import { toolOf } from './importToolFiles.ts';
import { PresetColors } from './PresetColors.tsx';
import { PreviewQuality } from './PreviewQuality.tsx';
import { createProjectPlayer } from './projectPlayer.ts';
import { refusalsOf } from './refusals.ts';
import { SourceRow } from './SourceRow.tsx';
import { shownOf } from './shown.ts';
import { WatermarkFields } from './WatermarkFields.tsx';

// Drafts are stored from the first use of a page, so that leaving at once loses nothing.
persistDrafts();

/** Modules that all tool pages share and that work with projects, loaded as one chunk. */
export const benchParts = {
  ...{ BatchPanel, BesideSource: ExtraSource, CopySwitch, DraftMenu, Estimate },
  ...{ PresetColors, PreviewQuality, SourceRow, WatermarkFields },
  ...{ compileDraft, create, createProjectPlayer, makeHere: exportDraft, refusalsOf, shownOf, sourceProject, toolOf },
};
