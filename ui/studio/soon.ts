/**
 * What the Studio needs with the first layer, loaded soon after its first screen: the canvas, the controls of the
 * selection and the small panels.
 */
import type { ComponentType } from 'react';
import type { ScreenId } from '../app/screens.ts';
import { Settings } from './export/Settings.tsx';
import { DragUpload, Replace, Upload } from './images/Upload.tsx';
import { Arrange } from './inspector/Arrange.tsx';
import { BackgroundFooter } from './inspector/BackgroundFooter.tsx';
import { BackgroundColor, Fonts, LayerColor, OutlineColor, TextBackground } from './inspector/ColorPanels.tsx';
import { CropFooter, ShapeFooter, TextFooter } from './inspector/footers.tsx';
import { LayerFooter } from './inspector/LayerFooter.tsx';
import { Layers } from './inspector/Layers.tsx';
import { MoreOptions } from './inspector/MoreOptions.tsx';
import { SizeFooter } from './inspector/SizeFooter.tsx';
import { TextStyle } from './inspector/TextStyle.tsx';
import { Projects } from './projects/Projects.tsx';
import { Scenes } from './scenes/SceneColumn.tsx';
import { Shortcuts } from './shortcuts/Shortcuts.tsx';
import { Markers } from './timeline/MarkersPanel.tsx';
import './state/cuesFollow.ts';

export { ExportMenu } from './export/ExportMenu.tsx';
export { SubmitProgress } from './export/SubmitProgress.tsx';
export { SeveralFooter } from './inspector/SeveralFooter.tsx';
export { LeftDock } from './media/LeftDock.tsx';
export { fetchProjectLinks } from './projectLinks.ts';
export { StudioSheet } from './StudioSheet.tsx';
export { bindClipboard } from './shortcuts/bindClipboard.ts';
export { bindShortcuts } from './shortcuts/bindShortcuts.ts';
export { studioCommands } from './shortcuts/studioCommands.ts';
export { Stage } from './stage/Stage.tsx';

/** Components of screens. */
export const soonScreens = {
  layer: LayerFooter,
  text: TextFooter,
  crop: CropFooter,
  background: BackgroundFooter,
  shape: ShapeFooter,
  size: SizeFooter,
  upload: Upload,
  'drag-upload': DragUpload,
  replace: Replace,
  'background/color': BackgroundColor,
  colors: LayerColor,
  'outline-colors': OutlineColor,
  'text-background': TextBackground,
  'text-style': TextStyle,
  fonts: Fonts,
  arrange: Arrange,
  markers: Markers,
  layers: Layers,
  scenes: Scenes,
  'more-options': MoreOptions,
  settings: Settings,
  projects: Projects,
  shortcuts: Shortcuts,
} satisfies Partial<Record<ScreenId, ComponentType>>;
