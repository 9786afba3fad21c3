import { BatchPanel } from './BatchPanel.tsx';
import { BesideSource } from './BesideSource.tsx';
import { CopySwitch } from './CopySwitch.tsx';
import { compileDraft, sourceProject } from './compileDraft.ts';
import { create } from './create.ts';
import { DraftMenu } from './DraftMenu.tsx';
import { keep } from './drafts.ts';
import { Estimate } from './Estimate.tsx';
import { makeHere } from './makeHere.ts';
import { PresetColors } from './PresetColors.tsx';
import { PreviewQuality } from './PreviewQuality.tsx';
import { createProjectPlayer } from './projectPlayer.ts';
import { refusalsOf } from './refusals.ts';
import { SourceRow } from './SourceRow.tsx';
import { shownOf } from './shown.ts';
import { toolOf } from './takeFiles.ts';
import { WatermarkFields } from './WatermarkFields.tsx';

// What stores drafts comes with the first use of a page, so that who leaves at once loses nothing.
keep();

/** What the pages of all tools have in common that works with projects, loaded as one. */
export const benchParts = {
  ...{ BatchPanel, BesideSource, CopySwitch, DraftMenu, Estimate },
  ...{ PresetColors, PreviewQuality, SourceRow, WatermarkFields },
  ...{ compileDraft, create, createProjectPlayer, makeHere, refusalsOf, shownOf, sourceProject, toolOf },
};
