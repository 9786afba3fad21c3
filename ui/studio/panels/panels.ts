/** All panels that open over the editor; routes.ts loads them together. */
import { lazyPart } from '../state/lazyPart.ts';

export { default as Arrange } from './Arrange.tsx';
export { default as BackgroundColor } from './BackgroundColor.tsx';
export { default as DragUpload } from './DragUpload.tsx';
export { default as Fonts } from './Fonts.tsx';
export { default as LayerColor } from './LayerColor.tsx';
export { default as Layers } from './Layers.tsx';
export { default as Markers } from './Markers.tsx';
export { default as MoreOptions } from './MoreOptions.tsx';
export { default as OutlineColor } from './OutlineColor.tsx';
export { default as Projects } from './Projects.tsx';
export { default as Replace } from './Replace.tsx';
export { default as Scenes } from './Scenes.tsx';
export { default as Settings } from './Settings.tsx';
export { default as Shortcuts } from './Shortcuts.tsx';
export { default as TextBackground } from './TextBackground.tsx';
export { default as TextStyle } from './TextStyle.tsx';
export { default as Upload } from './Upload.tsx';

// Larger panels are separate chunks. Naming them here adds nothing to the first load.

const timeline = () => import('../timeline/timelineScreens.ts');
const animate = () => import('../animate/animateScreens.ts');
const audio = () => import('../audio/audioScreens.ts');
export const Timeline = lazyPart(async () => (await timeline()).Timeline);
export const TimelineFooter = lazyPart(async () => (await timeline()).TimelineFooter);
/** Text animations. */
export const Animate = lazyPart(async () => (await animate()).Animate);
export const AnimateFooter = lazyPart(async () => (await animate()).AnimateFooter);
/** The trim editor of a video. */
export const Trimmer = lazyPart(async () => (await import('../trim/Trimmer.tsx')).default);
/** The audio track. */
export const Audio = lazyPart(async () => (await audio()).Audio);
/** The trim editor of the audio track. */
export const AudioTrimmer = lazyPart(async () => (await audio()).AudioTrimmer);
/** Export without a server. */
export const ExportSheet = lazyPart(async () => (await import('../export/ExportSheet.tsx')).default);
/** Image search. */
export const Images = lazyPart(async () => (await import('../images/Images.tsx')).default);
/** A project from many files. */
export const ManyFiles = lazyPart(async () => (await import('../many/ManyFiles.tsx')).default);
/** A template filled from table rows. */
export const ManyRows = lazyPart(async () => (await import('../rows/ManyRows.tsx')).default);
/** The output settings. */
export const Output = lazyPart(async () => (await import('../output/Output.tsx')).default);
/** The user's own templates. */
export const Templates = lazyPart(async () => (await import('../templates/Templates.tsx')).default);
export const VoiceOver = lazyPart(async () => (await import('../voice/VoiceOver.tsx')).default);
/** Loads the subtitle screens. */
export const fetchSubtitles = () => import('../subtitles/subtitleScreens.ts');
export const Subtitles = lazyPart(async () => (await fetchSubtitles()).Subtitles);
/** Transcription of the scene's audio. */
export const Transcribe = lazyPart(async () => (await fetchSubtitles()).Transcribe);
