/** All panels that open over the editor; routes.ts loads them together. */
import { lazyPart } from '../app/lazyPart.ts';

export { Settings } from './export/Settings.tsx';
export { DragUpload, Replace, Upload } from './images/Upload.tsx';
export { Arrange } from './inspector/Arrange.tsx';
export { BackgroundColor, Fonts, LayerColor, OutlineColor } from './inspector/ColorPanels.tsx';
export { Layers } from './inspector/Layers.tsx';
export { MoreOptions } from './inspector/MoreOptions.tsx';
export { TextBackground } from './inspector/TextBackground.tsx';
export { TextStyle } from './inspector/TextStyle.tsx';
export { Projects } from './projects/Projects.tsx';
export { Scenes } from './scenes/Scenes.tsx';
export { Shortcuts } from './shortcuts/Shortcuts.tsx';
export { Markers } from './timeline/MarkersPanel.tsx';

// Larger panels are separate chunks. Naming them here adds nothing to the first load.

const timeline = () => import('./timeline/Timeline.tsx');
const animate = () => import('./animate/Animate.tsx');
const audio = () => import('./audio/Audio.tsx');
export const Timeline = lazyPart(async () => (await timeline()).Timeline);
export const TimelineFooter = lazyPart(async () => (await timeline()).TimelineFooter);
/** Text animations. */
export const Animate = lazyPart(async () => (await animate()).Animate);
export const AnimateFooter = lazyPart(async () => (await animate()).AnimateFooter);
/** The trim editor of a video. */
export const Trimmer = lazyPart(async () => (await import('./trim/Trimmer.tsx')).Trimmer);
/** The audio track. */
export const Audio = lazyPart(async () => (await audio()).Audio);
/** The trim editor of the audio track. */
export const AudioTrimmer = lazyPart(async () => (await audio()).AudioTrimmer);
/** Export without a server. */
export const ExportSheet = lazyPart(async () => (await import('./export/ExportSheet.tsx')).ExportSheet);
/** Image search. */
export const Images = lazyPart(async () => (await import('./images/Images.tsx')).Images);
/** A project from many files. */
export const ManyFiles = lazyPart(async () => (await import('./rows/ManyFiles.tsx')).ManyFiles);
/** A template filled from table rows. */
export const ManyRows = lazyPart(async () => (await import('./rows/ManyRows.tsx')).ManyRows);
/** The output settings. */
export const Output = lazyPart(async () => (await import('./export/Output.tsx')).Output);
/** The user's own templates. */
export const Templates = lazyPart(async () => (await import('./templates/Templates.tsx')).Templates);
export const VoiceOver = lazyPart(async () => (await import('./voice/VoiceOver.tsx')).VoiceOver);
/** Loads the subtitle screens. */
export const fetchSubtitles = () => import('./subtitles/Subtitles.tsx');
export const Subtitles = lazyPart(async () => (await fetchSubtitles()).Subtitles);
/** Transcription of the scene's audio. */
export const Transcribe = lazyPart(async () => (await fetchSubtitles()).Transcribe);
