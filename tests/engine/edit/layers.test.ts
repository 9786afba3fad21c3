import { describe, expect, it } from 'vitest';
import {
  addLayer,
  duplicateLayer,
  nudgeLayer,
  pasteLayer,
  removeLayer,
  replaceLayer,
  setLayerPosition,
} from '../../../engine/edit/layers.ts';
import { newMediaLayer, newPlaceholderLayer, newShapeLayer, newTextLayer } from '../../../engine/edit/newLayers.ts';
import { bringForward, layerOrder, sendBack } from '../../../engine/edit/order.ts';
import { MAX_LAYERS_PER_SCENE } from '../../../engine/project/limits.ts';
import { isStill } from '../../../engine/project/output.ts';
import { parseProject } from '../../../engine/project/parse.ts';
import { countedIds, image, layerOf, makeProject, scene, sceneAt, text, video } from '../make.ts';

const layerIds = (project: ReturnType<typeof makeProject>, index = 0) =>
  sceneAt(project, index).layers.map(({ id }) => id);
const photo = {
  url: 'new.jpg',
  kind: 'image',
  width: 800,
  height: 400,
  duration: 0,
  hasAudio: false,
  animated: false,
} as const;
const clip = { ...photo, url: 'new.mp4', kind: 'video', duration: 7, hasAudio: true } as const;
const gif = { ...photo, url: 'new.gif', duration: 2, animated: true } as const;

describe('adding and removing layers', () => {
  it('adds a layer at the front', () => {
    const project = addLayer(makeProject([scene('a', [text('t')])]), 'a', newTextLayer(countedIds()));
    expect(layerIds(project)).toEqual(['n1', 't']);
  });

  it('takes the scene length from an added video and ends a still', () => {
    const still = makeProject([scene('a', [], { duration: 3, isImageVideo: true })], { isImage: true });
    const project = addLayer(still, 'a', newMediaLayer(clip, countedIds()));
    expect(isStill(project)).toBe(false);
    expect(sceneAt(project, 0).isImageVideo).toBe(false);
    const moving = addLayer(still, 'a', newMediaLayer(gif, countedIds()));
    expect([isStill(moving), sceneAt(moving, 0).isImageVideo]).toEqual([false, true]);
  });

  it('turns a single scene without motion back into a still, if it was one', () => {
    const still = makeProject([scene('a', [text('t')])], { isImage: true });
    for (const media of [clip, gif]) {
      const moving = addLayer(still, 'a', newMediaLayer(media, countedIds()));
      expect(removeLayer(moving, 'n1')).toEqual(still);
      expect(replaceLayer(moving, 'n1', photo, countedIds()).output.type).toBe('image');
    }
    const chosen = makeProject([scene('a', [text('t'), text('u')])]);
    expect(removeLayer(chosen, 'u').output.type).toBe('video');
    const timed = makeProject([scene('a', [video('v', 4)], { duration: 3 })]);
    expect(removeLayer(timed, 'v').output.type).toBe('video');
    const animated = text('t', { animation: { id: 'text-focus-in' } });
    expect(removeLayer(makeProject([scene('a', [animated])]), 't').output.type).toBe('image');
    expect(replaceLayer(still, 't', gif, countedIds()).output.type).toBe('video');
  });

  it('adds no more layers than a scene can have', () => {
    const full = makeProject([
      scene(
        'a',
        Array.from({ length: MAX_LAYERS_PER_SCENE }, (_, i) => text(`t${i}`)),
      ),
    ]);
    expect(addLayer(full, 'a', newTextLayer(countedIds()))).toBe(full);
    expect(duplicateLayer(full, 't0', countedIds())).toBe(full);
  });

  it('makes a scene left without video an image scene of 1 s if there are several scenes', () => {
    const project = makeProject([
      scene('a', [video('v', 4), text('t')]),
      scene('b', [text('u'), image('i')], { isImageVideo: true, duration: 5 }),
    ]);
    const image1s = { isImageVideo: true, duration: 1 };
    expect(sceneAt(removeLayer(project, 'v'), 0)).toMatchObject({ ...image1s, layers: [{ id: 't' }] });
    expect(sceneAt(removeLayer(project, 'u'), 1)).toMatchObject({ ...image1s, layers: [{ id: 'i' }] });
    const alone = makeProject([scene('a', [video('v', 4), text('t')])]);
    expect(sceneAt(removeLayer(alone, 'v'), 0)).toMatchObject({ isImageVideo: false, duration: 0 });
  });

  it('keeps the scene while another video is left', () => {
    const project = makeProject([scene('a', [video('v', 4), video('u', 2)]), scene('b')]);
    expect(sceneAt(removeLayer(project, 'v'), 0)).toMatchObject({ isImageVideo: false, duration: 0 });
  });

  it('keeps the length of an image scene whose image is replaced', () => {
    const project = makeProject([scene('a', [image('i')], { isImageVideo: true, duration: 5 }), scene('b')]);
    expect(sceneAt(replaceLayer(project, 'i', photo, countedIds()), 0)).toMatchObject({ duration: 5 });
  });

  it('returns the same project for an unknown layer', () => {
    const project = makeProject([scene('a', [text('t')])]);
    for (const edit of [removeLayer, bringForward, sendBack]) expect(edit(project, 'x')).toBe(project);
    expect(duplicateLayer(project, 'x', countedIds())).toBe(project);
    expect(replaceLayer(project, 'x', photo, countedIds())).toBe(project);
  });
});

it('keeps name, group, time and marks of a replaced layer', () => {
  const marks = { name: 'Logo', isLocked: true, isHidden: true, group: 'g', from: 1, to: 2 };
  const marked = makeProject([scene('a', [image('i', marks)]), scene('b', [image('plain')])]);
  expect(layerOf(replaceLayer(marked, 'i', clip, countedIds()), 'n1', 'video')).toMatchObject(marks);
  const plain = layerOf(replaceLayer(marked, 'plain', clip, countedIds()), 'n1', 'video');
  for (const mark of Object.keys(marks)) expect(plain).not.toHaveProperty(mark);
});

describe('copying layers', () => {
  it('duplicates a layer 3 % to the right and down, in front of the original', () => {
    const position = { x: '10%', y: '97.5%', width: '30%', height: '20%', rotation: 45 };
    const project = duplicateLayer(
      makeProject([scene('a', [text('f'), text('t', { position }), text('b')])]),
      't',
      countedIds(),
    );
    expect(layerIds(project)).toEqual(['f', 'n1', 't', 'b']);
    expect(layerOf(project, 'n1', 'text').position).toEqual({ ...position, x: '13%', y: '100.5%' });
  });

  it('starts from the visible position of a layer without a position', () => {
    const project = duplicateLayer(makeProject([scene('a', [video('v', 4)])]), 'v', countedIds());
    expect(layerOf(project, 'n1', 'video').position).toEqual({
      x: '3%',
      y: '24.875%',
      width: '100%',
      height: '56.25%',
      rotation: 0,
    });
  });

  it('pastes a layer into another scene at the front', () => {
    const project = makeProject([scene('a', [text('t', { position: { x: '1%', y: '2%' } })]), scene('b', [text('u')])]);
    const pasted = pasteLayer(project, 'b', layerOf(project, 't', 'text'), countedIds());
    expect(layerIds(pasted, 1)).toEqual(['n1', 'u']);
    expect(layerOf(pasted, 'n1', 'text').position).toMatchObject({ x: '4%', y: '5%' });
  });
});

describe('layer order', () => {
  const project = makeProject([scene('a', [text('front'), text('middle'), text('back')])]);

  it('counts from the front and reports which moves are possible', () => {
    expect(layerOrder(project, 'front')).toEqual({ position: 1, total: 3, canBringForward: false, canSendBack: true });
    expect(layerOrder(project, 'middle')).toEqual({ position: 2, total: 3, canBringForward: true, canSendBack: true });
    expect(layerOrder(project, 'back')).toEqual({ position: 3, total: 3, canBringForward: true, canSendBack: false });
    expect(layerOrder(project, 'x')).toBeUndefined();
  });

  it('moves a layer one step and stops at the ends', () => {
    expect(layerIds(bringForward(project, 'back'))).toEqual(['front', 'back', 'middle']);
    expect(layerIds(sendBack(project, 'front'))).toEqual(['middle', 'front', 'back']);
    expect(bringForward(project, 'front')).toBe(project);
    expect(sendBack(project, 'back')).toBe(project);
  });
});

describe('replaceLayer', () => {
  const position = { x: '5%', y: '6%', width: '40%', height: '30%', rotation: 10 };

  it('puts a layer of the file’s kind into the same position and order', () => {
    const placeholder = { id: 'p', type: 'placeholder' as const, position };
    const project = makeProject([scene('a', [text('f'), placeholder, text('b')])]);
    const replaced = replaceLayer(project, 'p', photo, countedIds());
    expect(layerIds(replaced)).toEqual(['f', 'n1', 'b']);
    expect(layerOf(replaced, 'n1', 'image')).toMatchObject({ url: 'new.jpg', width: 800, height: 400, position });
    expect(layerOf(replaceLayer(project, 'p', clip, countedIds()), 'n1', 'video')).toMatchObject({
      duration: 7,
      converted_gif: false,
    });
    expect(layerOf(replaceLayer(project, 'p', gif, countedIds()), 'n1', 'video')).toMatchObject({
      duration: 2,
      converted_gif: true,
    });
  });

  it('treats a scene whose only video became an image like one without video', () => {
    const project = makeProject([scene('a', [video('v', 4)]), scene('b')]);
    expect(sceneAt(replaceLayer(project, 'v', photo, countedIds()), 0)).toMatchObject({
      isImageVideo: true,
      duration: 1,
    });
  });
});

describe('creating layers', () => {
  it('creates a text', () => {
    expect(newTextLayer(countedIds())).toMatchObject({
      id: 'n1',
      text: 'Sample text',
      fontFamily: 'Arial',
      textAlign: 'center',
      color: '#000000',
      fontWeight: 'normal',
      textShadow: 'white',
    });
  });

  it('places a shape at 20 % with an offset of up to 5 %', () => {
    const at = (value: number) => newShapeLayer({ shapeType: 'rectangle' }, '#000', countedIds(), () => value).position;
    expect(at(0.5)).toMatchObject({ x: '20%', y: '20%', width: '60%', height: '60%' });
    expect(at(0)).toMatchObject({ x: '15%', y: '15%' });
    expect(at(0.999999)).toMatchObject({ x: '25%', y: '25%' });
  });

  it.each(['#ffffff', '#FFF', 'white', 'rgb(255, 255, 255)'])('creates a black shape on %s', (background) => {
    expect(newShapeLayer({ shapeType: 'ellipse' }, background, countedIds(), () => 0.5).background).toBe('#000000');
  });

  it.each([
    ['line', { lineWidth: 20, lineCap: 'round', stroke: '#ffffff' }],
    ['arrow', { lineWidth: 20, lineCap: 'butt', stroke: '#ffffff', pointerWidth: 20, pointerLength: 20 }],
    ['triangle', { lineWidth: 2, lineCap: 'butt', background: '#ffffff', globalAlpha: 1 }],
  ] as const)('gives a %s its line', (shapeType, expected) => {
    expect(newShapeLayer({ shapeType }, '#222222', countedIds(), () => 0.5)).toMatchObject(expected);
  });

  it('separates shapes with a thin outline that contrasts with their fill', () => {
    const shapes = (['rectangle', 'ellipse', 'triangle'] as const).map((shapeType) =>
      newShapeLayer({ shapeType }, '#ffffff', countedIds(), () => 0.5),
    );
    for (const shape of shapes) expect(shape).toMatchObject({ background: '#000000', stroke: '#ffffff', lineWidth: 2 });
  });

  it('keeps the path of an icon', () => {
    const svg = { data: 'M0 0L10 0L5 8Z', width: 10, height: 8 };
    const layer = newShapeLayer({ shapeType: 'svg', svg }, '#222222', countedIds(), () => 0.5);
    expect(layer).toMatchObject({ svgData: svg.data, position: { svg_width: 10, svg_height: 8 } });
  });

  it('creates layers that parse', () => {
    const makeId = countedIds();
    const layers = [
      newTextLayer(makeId),
      newPlaceholderLayer(makeId),
      newShapeLayer({ shapeType: 'arrow' }, '#fff', makeId, () => 0.3),
      ...[photo, clip, gif].map((media) => newMediaLayer({ ...media, source: 'pastedLink' }, makeId)),
    ];
    expect(parseProject({ scenes: [{ id: 'a', layers }] })).toMatchObject({ ok: true });
  });
});

describe('moving layers', () => {
  const position = { x: '10%', y: '20%', width: '30%', height: '40%', rotation: 5 };

  it('sets a position', () => {
    const project = setLayerPosition(makeProject([scene('a', [text('t')])]), 't', position);
    expect(layerOf(project, 't', 'text').position).toEqual(position);
  });

  it('nudges within −20 % and 120 %', () => {
    const project = makeProject([scene('a', [text('t', { position })])]);
    const at = (dx: number, dy: number) => layerOf(nudgeLayer(project, 't', dx, dy), 't', 'text').position;
    expect(at(1, -10)).toMatchObject({ x: '11%', y: '10%', width: '30%', rotation: 5 });
    expect(at(500, -500)).toMatchObject({ x: '120%', y: '-20%' });
  });

  it('lets a layer outside these limits move back only', () => {
    const project = makeProject([scene('a', [text('t', { position: { ...position, x: '150%' } })])]);
    expect(layerOf(nudgeLayer(project, 't', 1, 0), 't', 'text').position?.x).toBe('150%');
    expect(layerOf(nudgeLayer(project, 't', -1, 0), 't', 'text').position?.x).toBe('149%');
  });
});
