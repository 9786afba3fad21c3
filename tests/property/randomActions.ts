import { setAnimation } from '../../engine/edit/animate.ts';
import {
  removeAudio,
  setAudio,
  setAudioStart,
  toggleAudioLoop,
  toggleAudioMute,
  trimAudio,
} from '../../engine/edit/audio.ts';
import { ratioPresets, setCanvasSize } from '../../engine/edit/canvas.ts';
import { expandPadding, removePadding, setRatio } from '../../engine/edit/canvasShape.ts';
import { editAt } from '../../engine/edit/editAt.ts';
import { moveKeyframe, removeKeyframe, setKeyframe } from '../../engine/edit/keyframes.ts';
import {
  addLayer,
  duplicateLayer,
  nudgeLayer,
  pasteLayer,
  removeLayer,
  replaceLayer,
  setLayerPosition,
} from '../../engine/edit/layers.ts';
import { moveLayerTime, setLayerTime, splitLayer, trimLayerTime } from '../../engine/edit/layerTime.ts';
import {
  type ChosenMedia,
  newMediaLayer,
  newPlaceholderLayer,
  newShapeLayer,
  newTextLayer,
} from '../../engine/edit/newLayers.ts';
import { bringForward, sendBack } from '../../engine/edit/order.ts';
import { chooseOutput, presetSeconds, setOutput } from '../../engine/edit/output.ts';
import { positionOf } from '../../engine/edit/percent.ts';
import { renameProject } from '../../engine/edit/renameProject.ts';
import { fillLayer, growLayer, toggleLockAspectRatio } from '../../engine/edit/reshape.ts';
import {
  addScene,
  duplicateScene,
  followersOf,
  pasteScene,
  removeScene,
  reorderScene,
  setSceneBackground,
} from '../../engine/edit/scenes.ts';
import { lineWidthRange, opacityRange, stepValue } from '../../engine/edit/stepper.ts';
import {
  setLayerColor,
  setLayerFields,
  setLettering,
  setOutlineColor,
  setProjectFields,
  toggleMute,
} from '../../engine/edit/style.ts';
import { trimLayer } from '../../engine/edit/trim.ts';
import { layerBox } from '../../engine/layout/box.ts';
import { canvasSize } from '../../engine/layout/canvasSize.ts';
import { handles, resizeBox } from '../../engine/layout/handles.ts';
import { parseHexColor } from '../../engine/layout/hexColor.ts';
import { keepReachable } from '../../engine/layout/reachable.ts';
import { snapRotation } from '../../engine/layout/rotation.ts';
import { snapMove, snapResize } from '../../engine/layout/snap.ts';
import { isOverlay } from '../../engine/project/allLayers.ts';
import type { Layer } from '../../engine/project/layers.ts';
import { gifDefaults, mp4Output, stillOutput } from '../../engine/project/output.ts';
import type { Parsed } from '../../engine/project/parse.ts';
import type { Project } from '../../engine/project/project.ts';
import type { Dice } from './dice.ts';
import type { Hand } from './hand.ts';
import { laterActions, severalActions } from './severalActions.ts';

type Action = (project: Project, hand: Hand) => Project;
type LayerAction = (project: Project, id: string, hand: Hand & { layer: Layer }) => Project;

const words = ['', 'Hi', 'مرحبا', '😀'.repeat(40), 'two\nlines', 'x'.repeat(12_000), '\ud800', '\0'];
const colors = ['#5969e2', 'white', 'none', 'transparent', 'no color', '', 'rgba(1, 2, 3, 0.5)', '#12'];

/** Actions on the whole project. */
const projectActions: Record<string, Action> = {
  addScene: (project, { makeId }) => addScene(project, makeId),
  duplicateScene: (project, { scene, makeId }) => duplicateScene(project, scene.id, makeId),
  removeScene: (project, { scene }) => removeScene(project, scene.id),
  removeAnotherScene: (project, { dice }) => removeScene(project, dice.pick(project.scenes).id),
  reorderScene: (project, { scene, dice }) => reorderScene(project, scene.id, dice.number()),
  copyScene: (project, { scene, copied }) => {
    if (!isOverlay(scene)) copied.scene = scene;
    return project;
  },
  pasteScene: (project, { scene, copied, makeId }) =>
    copied.scene ? pasteScene(project, copied.scene, scene.id, makeId, followersOf(project, copied.scene.id)) : project,
  background: (project, { scene, dice }) =>
    setSceneBackground(project, scene.id, parseHexColor(dice.pick(colors)) ?? '#ffffff'),
  output: (project, { scene, dice }) =>
    setOutput(
      project,
      scene.id,
      dice.chance(0.3) ? { type: 'image' } : { type: 'video', seconds: dice.pick([...presetSeconds, dice.number()]) },
    ),
  ratio: (project, { dice }) =>
    setRatio(project, dice.pick([...ratioPresets.map(({ ratio }) => ratio), 'nonsense', '99999:0.1', '3:7'])),
  size: (project, { dice }) =>
    valueOr(project, setCanvasSize(project, dice.pick([16, 17, 640, 4096, dice.number()]), dice.pick([16, 333, 4096]))),
  padding: (project, { dice }) => expandPadding(project, dice.pick(['top', 'right', 'bottom', 'left'])),
  removePadding,
  settings: (project, { dice }) =>
    setProjectFields(project, {
      quality: dice.pick(['standard', 'high']),
      snapToGrid: dice.chance(0.5),
    }),
  chooseOutput: (project, { dice }) => chooseOutput(project, dice.pick([mp4Output, gifDefaults, stillOutput])),
  rename: (project, { dice }) => renameProject(project, dice.pick(words)),
  audio: (project, { dice }) => setAudio(project, { url: 'song.mp3', duration: dice.pick([0.4, 5, 12, 300]) }),
  removeAudio,
  audioStart: (project, { dice }) => setAudioStart(project, dice.number()),
  trimAudio: (project, { dice }) => valueOr(project, trimAudio(project, dice.number(), dice.number())),
  audioLoop: toggleAudioLoop,
  audioMute: toggleAudioMute,
};

/** Actions that add something. */
const additions: Record<string, Action> = {
  addText: (project, { scene, makeId }) => addLayer(project, scene.id, newTextLayer(makeId)),
  addShape: (project, { scene, makeId, dice }) => {
    const shapeType = dice.pick(['line', 'arrow', 'rectangle', 'ellipse', 'triangle'] as const);
    return addLayer(project, scene.id, newShapeLayer({ shapeType }, scene.background, makeId, dice.random));
  },
  addIcon: (project, { scene, makeId, dice }) => {
    const svg = { data: 'M0 0L10 0L5 8Z', width: 10, height: 8 };
    return addLayer(project, scene.id, newShapeLayer({ shapeType: 'svg', svg }, scene.background, makeId, dice.random));
  },
  addMedia: (project, { scene, makeId, dice }) => addLayer(project, scene.id, newMediaLayer(someMedia(dice), makeId)),
  addPlaceholder: (project, { scene, makeId }) => addLayer(project, scene.id, newPlaceholderLayer(makeId)),
  pasteLayer: (project, { scene, copied, makeId }) =>
    copied.layer ? pasteLayer(project, scene.id, copied.layer, makeId) : project,
};

/** Actions on a layer. */
const layerActions: Record<string, LayerAction> = {
  duplicate: (project, id, { makeId }) => duplicateLayer(project, id, makeId),
  remove: removeLayer,
  removeAgain: removeLayer,
  copy: (project, _id, { layer, copied }) => {
    copied.layer = layer;
    return project;
  },
  cut: (project, id, { layer, copied }) => {
    copied.layer = layer;
    return removeLayer(project, id);
  },
  replace: (project, id, { makeId, dice }) => replaceLayer(project, id, someMedia(dice), makeId),
  bringForward,
  sendBack,
  fill: fillLayer,
  lock: toggleLockAspectRatio,
  mute: toggleMute,
  bold: (project, id, { dice }) =>
    setLettering(project, id, { fontWeight: dice.pick(['normal', 'bold']) }, dice.chance(0.5) ? () => 40 : undefined),
  nudge: (project, id, { dice }) => nudgeLayer(project, id, dice.pick([-10, -1, 0, 1, 10]), dice.number()),
  drag: (project, id, { layer, dice }) => {
    const canvas = canvasSize(project);
    const start = layerBox(layer, canvas);
    const moved = { ...start, x: start.x + dice.number(), y: start.y + dice.way() };
    const { box } = dice.chance(0.5) ? snapMove(moved, canvas) : { box: moved };
    return setLayerPosition(project, id, {
      ...layer.position,
      ...positionOf(keepReachable(box, start, canvas, 15), canvas),
    });
  },
  resize: (project, id, { layer, dice }) => {
    const canvas = canvasSize(project);
    const start = layerBox(layer, canvas);
    const handle = dice.pick(handles);
    const options = { keepRatio: dice.chance(0.5), fromCenter: dice.chance(0.3) };
    const resized = resizeBox(start, handle, { x: dice.way(), y: dice.way() }, options);
    const { box } = snapResize(start, resized, handle, canvas, options);
    return setLayerPosition(project, id, { ...layer.position, ...positionOf(box, canvas) });
  },
  turn: (project, id, { layer, dice }) => {
    const canvas = canvasSize(project);
    const rotation = snapRotation(dice.number(), dice.chance(0.3));
    return setLayerPosition(project, id, {
      ...layer.position,
      ...positionOf({ ...layerBox(layer, canvas), rotation }, canvas),
    });
  },
  animate: (project, id, { dice }) =>
    setAnimation(
      project,
      id,
      dice.pick(['none', 'text-focus-in', 'text-flicker-in-glow', 'hue-rotate']),
      dice.pick(['slow', 'default', 'fast']),
    ),
  keyframe: (project, id, { dice }) =>
    setKeyframe(project, id, dice.number(), { x: dice.way(), width: dice.number(), rotation: dice.way() }),
  moveKeyframe: (project, id, { dice }) => moveKeyframe(project, id, dice.pick([0, 1, 2]), dice.number()),
  removeKeyframe: (project, id, { dice }) => removeKeyframe(project, id, dice.pick([0, 1, 2])),
  nudgeAtMoment: (project, id, { dice }) => {
    const time = dice.number();
    return editAt(
      project,
      [id],
      () => time,
      (now) => growLayer(nudgeLayer(now, id, dice.way(), 1), id, dice.way(), 0),
    );
  },
  moveTime: (project, id, { dice }) => moveLayerTime(project, id, dice.number()),
  trimTime: (project, id, { dice }) => trimLayerTime(project, id, dice.pick(['start', 'end'] as const), dice.number()),
  setTime: (project, id, { dice }) =>
    valueOr(project, setLayerTime(project, id, dice.number(), dice.chance(0.5) ? dice.number() : undefined)),
  split: (project, id, { dice, makeId }) =>
    valueOr(project, splitLayer(project, id, dice.pick([1, 1.5, 2, dice.number()]), makeId)),
  trim: (project, id, { dice }) => valueOr(project, trimLayer(project, id, dice.number(), dice.number())),
  color: (project, id, { dice }) => setLayerColor(project, id, dice.pick(colors)),
  outline: (project, id, { dice }) => setOutlineColor(project, id, dice.pick(colors)),
  write: (project, id, { dice }) =>
    setLayerFields(project, id, 'text', {
      text: dice.pick(words),
      textAlign: dice.pick(['left', 'center', 'right']),
      fontFamily: dice.pick(['Impact', '', 'f'.repeat(200)]),
      lineHeight: dice.number(),
    }),
  line: (project, id, { layer, dice }) => {
    const shape = layer.type === 'shape' ? layer : undefined;
    const direction = dice.pick([-1, 1] as const);
    return setLayerFields(project, id, 'shape', {
      lineWidth: stepValue(shape?.lineWidth, direction, lineWidthRange),
      globalAlpha: stepValue(shape?.globalAlpha, direction, opacityRange),
      pointerWidth: dice.number(),
      pointerLength: dice.number(),
      pointerAtBeginning: dice.chance(0.5),
      lineCap: dice.pick(['round', 'square', 'butt']),
    });
  },
};

/** The names of all actions. */
export const actionNames = [
  ...Object.keys(projectActions),
  ...Object.keys(additions),
  ...Object.keys(severalActions),
  ...Object.keys(laterActions),
  // Listed twice, because users work on layers most often.
  ...Object.keys(layerActions),
  ...Object.keys(layerActions),
];

/** Runs the action of a name. Actions on a layer do nothing in an empty scene. */
export function act(name: string, project: Project, hand: Hand): Project {
  const whole = projectActions[name] ?? additions[name] ?? severalActions[name];
  if (whole) return whole(project, hand);
  const { layer } = hand;
  return layer
    ? ((layerActions[name] ?? laterActions[name])?.(project, layer.id, { ...hand, layer }) ?? project)
    : project;
}

function someMedia(dice: Dice): ChosenMedia {
  const animated = dice.chance(0.3);
  const kind = dice.chance(0.5) ? 'image' : 'video';
  const duration = kind === 'video' || animated ? dice.pick([0, 0.5, 4, 30]) : 0;
  return { url: 'media/a.bin', kind, width: dice.pick([0, 640]), height: 360, duration, hasAudio: false, animated };
}

function valueOr(project: Project, parsed: Parsed<Project>): Project {
  return parsed.ok ? parsed.value : project;
}
