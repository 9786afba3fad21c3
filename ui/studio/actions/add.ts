import {
  Captions,
  ChartNoAxesGantt,
  Ellipsis,
  FolderOpen,
  Frame,
  ImagePlus,
  Images,
  Layers,
  Mic,
  Music,
  PaintBucket,
  Settings2,
  Shapes,
  Type,
  Upload,
} from 'lucide-react';
import { loadWithRetry } from '../../app/lazyPart.ts';
import { actionTable } from './action.ts';

/** Does something with what is loaded after the first screen. */
function loaded(work: (parts: typeof import('../state/deferred.ts')) => void): void {
  void loadWithRetry(() => import('../state/deferred.ts')).then(work);
}

/** Actions that add to the project, and screens of the whole project. Part of the first load. */
export const addActions = actionTable({
  addText: {
    title: 'Add a text',
    label: 'Text',
    icon: Type,
    group: 'Layer',
    keys: ['t'],
    run: () => loaded(({ addText }) => addText()),
  },
  addPlaceholder: {
    title: 'Create placeholder',
    hint: 'A box to be replaced by an image or video, for templates.',
    ...{ icon: ImagePlus, group: 'Layer' },
    run: () => loaded(({ addPlaceholder }) => addPlaceholder()),
  },
  upload: { title: 'Upload', icon: Upload, group: 'Project', opens: 'upload' },
  media: {
    title: 'Media',
    hint: 'The files of this project: add, find, replace or remove them.',
    ...{ icon: FolderOpen, group: 'Project', opens: 'media' },
  },
  searchImages: { title: 'Images', icon: Images, group: 'Project', opens: 'search' },
  addShape: { title: 'Shapes', icon: Shapes, group: 'Project', opens: 'shape' },
  background: { title: 'Background', icon: PaintBucket, group: 'Project', opens: 'background' },
  audio: {
    ...{ title: 'Audio', icon: Music, group: 'Project', opens: 'audio' },
    whenOn: { isOn: ({ project }) => Boolean(project.audio), label: 'Edit Audio' },
  },
  resize: { title: 'Resize', icon: Frame, group: 'Project', opens: 'size' },
  layers: { title: 'Layers', icon: Layers, group: 'Project', opens: 'layers' },
  timeline: { title: 'Timeline', icon: ChartNoAxesGantt, group: 'Project', opens: 'timeline' },
  settings: { title: 'Settings', icon: Settings2, group: 'Project', opens: 'settings' },
  more: { title: 'More', icon: Ellipsis, group: 'Project', opens: 'more-options' },
  recordVoiceOver: {
    title: 'Record a voice-over',
    label: 'Voice-over',
    hint: 'Record your voice while the video plays.',
    ...{ icon: Mic, group: 'Project', opens: 'voice-over' },
  },
  subtitles: {
    title: 'Subtitles',
    hint: 'Write them, import them, or generate them from speech.',
    ...{ icon: Captions, group: 'Project', opens: 'subtitles' },
  },
});
