import { AudioLines, Box, Captions, Image, type LucideIcon, Shapes, Type, Video } from 'lucide-react';
import type { Layer, LayerType } from '../../../engine/project/layers.ts';
import type { Action } from './action.ts';
import { contentActions } from './content.ts';
import { layerActions } from './layers.ts';

/** What the Studio shows for one kind of layer, besides its controls (see LayerFooter). */
interface LayerKind {
  /** In its bar on the timeline. */
  icon: LucideIcon;
  /** Thumbnail: its first letters, its icon, or "CC". Default: the layer as painted. */
  thumb?: 'letters' | 'icon' | 'CC';
  /** Items of the floating menu, before Delete. */
  menu: readonly Action[];
}

const { editText, editSubtitles, trim, toggleMute, replace } = contentActions;

/** All kinds of layers, as the Studio shows them. */
const layerKinds: Readonly<Record<LayerType, LayerKind>> = {
  text: { icon: Type, thumb: 'letters', menu: [editText, layerActions.duplicate] },
  image: { icon: Image, menu: [] },
  video: { icon: Video, menu: [trim, toggleMute] },
  shape: { icon: Shapes, menu: [] },
  placeholder: { icon: Box, menu: [replace] },
  subtitles: { icon: Captions, thumb: 'CC', menu: [editSubtitles] },
  // Audio is not on the canvas, so it has no floating menu.
  audio: { icon: AudioLines, thumb: 'icon', menu: [] },
};

/** Returns what the Studio shows for the kind of a layer. */
export function layerKindOf(layer: Layer): LayerKind {
  return layerKinds[layer.type];
}
