/** Every panel that opens over the editor; routes.ts loads them together. */
export { default as BackgroundColor } from './BackgroundColor.tsx';
export { default as DragUpload } from './DragUpload.tsx';
export { default as Fonts } from './Fonts.tsx';
export { default as LayerColor } from './LayerColor.tsx';
export { default as Layers } from './Layers.tsx';
export { default as MoreOptions } from './MoreOptions.tsx';
export { default as OutlineColor } from './OutlineColor.tsx';
export { default as Projects } from './Projects.tsx';
export { default as Replace } from './Replace.tsx';
export { default as Scenes } from './Scenes.tsx';
export { default as Settings } from './Settings.tsx';
export { default as Shortcuts } from './Shortcuts.tsx';
export { default as TextBackground } from './TextBackground.tsx';
export { default as Upload } from './Upload.tsx';
