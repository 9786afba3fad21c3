/** Every panel that opens over the editor; routes.ts loads them together. */
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

// The larger ones are files of their own. Named here, they add nothing to the first load.

const timeline = () => import('../timeline/timelineScreens.ts');
const animate = () => import('../animate/animateScreens.ts');
const audio = () => import('../audio/audioScreens.ts');
/** All scenes and layers over their time. */
export const Timeline = lazyPart(async () => (await timeline()).Timeline);
/** What stands below it. */
export const TimelineFooter = lazyPart(async () => (await timeline()).TimelineFooter);
/** How a text is animated. */
export const Animate = lazyPart(async () => (await animate()).Animate);
/** What stands below it. */
export const AnimateFooter = lazyPart(async () => (await animate()).AnimateFooter);
/** What a video plays of its file. */
export const Trimmer = lazyPart(async () => (await import('../trim/Trimmer.tsx')).default);
/** The audio track. */
export const Audio = lazyPart(async () => (await audio()).Audio);
/** What the audio track plays of its file. */
export const AudioTrimmer = lazyPart(async () => (await audio()).AudioTrimmer);
/** The export that needs no server. */
export const ExportSheet = lazyPart(async () => (await import('../export/ExportSheet.tsx')).default);
/** The search for images. */
export const Images = lazyPart(async () => (await import('../images/Images.tsx')).default);
/** The project with many files. */
export const ManyFiles = lazyPart(async () => (await import('../many/ManyFiles.tsx')).default);
/** A template with the rows of a table. */
export const ManyRows = lazyPart(async () => (await import('../rows/ManyRows.tsx')).default);
/** What comes out. */
export const Output = lazyPart(async () => (await import('../output/Output.tsx')).default);
/** The person's own templates. */
export const Templates = lazyPart(async () => (await import('../templates/Templates.tsx')).default);
/** The recording of a voice. */
export const VoiceOver = lazyPart(async () => (await import('../voice/VoiceOver.tsx')).default);
/** Loads the screens of subtitles. */
export const fetchSubtitles = () => import('../subtitles/subtitleScreens.ts');
/** The subtitles of the scene. */
export const Subtitles = lazyPart(async () => (await fetchSubtitles()).Subtitles);
/** Has the video of the scene heard. */
export const Transcribe = lazyPart(async () => (await fetchSubtitles()).Transcribe);
