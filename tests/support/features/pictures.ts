import { alignLayers, distributeLayers, nudgeLayers } from '../../../engine/edit/arrange.ts';
import { freezeFrame } from '../../../engine/edit/freeze.ts';
import { groupedWith, groupLayers } from '../../../engine/edit/group.ts';
import { hideLayers } from '../../../engine/edit/layerFlags.ts';
import { splitLayer } from '../../../engine/edit/layerTime.ts';
import { rippleRemove } from '../../../engine/edit/ripple.ts';
import { duplicateLayers } from '../../../engine/edit/severalLayers.ts';
import { blendModes } from '../../../engine/project/pictureLook.ts';
import { place } from '../../e2e/support/stage.ts';
import { countedIds, good, sceneAt } from '../../engine/make.ts';
import { type Feature, film, type LayerInput, oneOfEach, onFilm, sceneOf } from './feature.ts';

const lake = { id: 'i', type: 'image', url: '../media/lake.jpg', position: place(15, 15, 70, 74) } as LayerInput;
const sea = {
  ...{ id: 'v', type: 'video', url: '../media/ocean.mp4', isTrimmed: true, startTime: 1, endTime: 3, isMuted: true },
  position: place(15, 15, 70, 74),
} as LayerInput;
const cut = { crop: { x: 0.31, y: 0.22, width: 0.43, height: 0.51 } };
const shadow = { shadowColor: '#000000', shadowBlur: 14, shadowOffsetX: 16, shadowOffsetY: 18 };
const key = { chromaKey: { color: '#5b9fdc', similarity: 0.09, smoothness: 0.04, spill: 0.4 } };
const road = { ...film({ url: '../media/long.mp4' }), id: 'road' } as LayerInput;

const looks: readonly Feature[] = [
  onFilm('a cropped image', lake, cut),
  onFilm('a cropped video', sea, cut),
  onFilm('the opacity of a image', lake, { globalAlpha: 0.35 }),
  onFilm('the opacity of a video', sea, { globalAlpha: 0.35 }),
  onFilm('the corners of a image', lake, { radius: 90 }),
  onFilm('the corners of a video', sea, { radius: 90 }),
  onFilm('the shadow of a image', lake, { ...shadow, radius: 30 }, { plain: { radius: 30 } }),
  onFilm('the shadow of a video', sea, { ...shadow, radius: 30 }, { plain: { radius: 30 } }),
  ...blendModes
    .filter((mode) => mode !== 'normal')
    .map((blendMode) => onFilm(`a picture that is blended: ${blendMode}`, lake, { blendMode })),
  onFilm('a video that is blended', sea, { blendMode: 'screen' }),
  onFilm('a video before a screen of one color', road, key),
  onFilm('a picture before a screen of one color', { ...lake, url: '../media/portrait.jpg' } as LayerInput, {
    chromaKey: { color: '#ed705f', similarity: 0.04, smoothness: 0.03, spill: 0 },
  }),
];

const running = sceneOf([film({ endTime: 4 })]);
const frozen = good(freezeFrame(running, 'film', 1.25, countedIds())).project;

const frozenFeatures: readonly Feature[] = [
  { name: 'a frozen frame', of: 'pictures', project: frozen, without: sceneOf([film({ endTime: 6 })]) },
  {
    ...{ name: 'a frozen frame of a video at its end', of: 'pictures', without: running },
    project: good(freezeFrame(sceneOf([film()]), 'film', 1.95, countedIds())).project,
  },
];

const four = sceneOf(
  oneOfEach(() => ({})),
  { duration: 1, background: '#3f6f5f' },
);
const all = sceneAt(four, 0).layers.map(({ id }) => id);
const scattered = sceneOf(
  oneOfEach((_, i) => ({ position: place(1 + 7 * i * i, 4 + 21 * i, 20, 20) })),
  { duration: 1, background: '#3f6f5f' },
);
const grouped = groupLayers(four, all.slice(0, 2), countedIds());
const inTurn = sceneOf(
  [
    { ...lake, id: 'first', to: 0.7 } as LayerInput,
    { ...lake, id: 'gone', url: '../media/forest.jpg', from: 0.7, to: 1.4 } as LayerInput,
    { ...lake, id: 'last', url: '../media/portrait.jpg', from: 1.4, to: 2.1 } as LayerInput,
  ],
  { duration: 2.1, background: '#3f6f5f' },
);

const arranged: readonly Feature[] = [
  { name: 'hidden layers', of: 'pictures', project: hideLayers(four, all.slice(1, 3), true), without: four },
  {
    ...{ name: 'a group that is moved', of: 'pictures', without: grouped },
    project: nudgeLayers(grouped, groupedWith(sceneAt(grouped, 0), all[0] as string), 4.3, 41),
  },
  {
    ...{ name: 'layers that are aligned', of: 'pictures', without: scattered },
    project: alignLayers(scattered, all, 'center', 'canvas'),
  },
  {
    ...{ name: 'layers that are distributed', of: 'pictures', without: scattered },
    project: distributeLayers(scattered, all, 'x'),
  },
  {
    ...{ name: 'layers that are copied', of: 'pictures', without: four },
    project: duplicateLayers(four, new Map(all.map((id) => [id, `${id} again`])), countedIds()),
  },
  { name: 'a layer that is rippled out', of: 'pictures', project: rippleRemove(inTurn, ['gone']), without: inTurn },
  {
    ...{ name: 'a video that is cut in two', of: 'pictures', without: sceneOf([film({ startTime: 1.5, endTime: 4 })]) },
    project: good(splitLayer(sceneOf([film({ endTime: 3.5 })]), 'film', 1.233, countedIds())),
  },
  onFilm('a layer that is there for a while', lake, { from: 0.51, to: 1.27 }),
];

/** Features of images and videos, and arrangement of layers. */
export const pictureFeatures: readonly Feature[] = [...looks, ...frozenFeatures, ...arranged];
