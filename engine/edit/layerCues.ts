import { canvasSize } from '../layout/canvasSize.ts';
import type { MakeId } from '../project/id.ts';
import { type SubtitlesLayer, subtitlesLayer } from '../project/layers.ts';
import type { Project } from '../project/project.ts';
import type { Cue } from '../project/subtitles.ts';
import { withLayer } from './find.ts';

/** Font size of new subtitles, as a share of the canvas width. */
const SIZE = 18 / 320;

/** Creates a subtitles layer with one empty cue, in the font size of the subtitles tool. */
export function newSubtitlesLayer(project: Project, makeId: MakeId): SubtitlesLayer {
  const fontSize = `${Number((SIZE * canvasSize(project).width).toFixed(2))}px`;
  const background = 'rgba(0,0,0,0.6)';
  const position = { x: '5%', y: '5%', width: '90%', height: '90%' };
  const cues = [{ id: makeId(), text: '', startTime: 0, endTime: 2 }];
  return subtitlesLayer.parse(
    { id: makeId(), type: 'subtitles', fontSize, background, position, cues },
    { jitless: true },
  );
}

/** Changes the subtitles of a layer. @returns the same project if the layer is unknown or nothing changed. */
export function changeLayerCues(
  project: Project,
  layerId: string,
  edit: (cues: readonly Cue[]) => readonly Cue[],
): Project {
  return withLayer(project, layerId, (layer) => {
    if (layer.type !== 'subtitles') return layer;
    const cues = edit(layer.cues);
    return cues === layer.cues ? layer : { ...layer, cues: [...cues] };
  });
}
