import { alignLayers, alignments, distributeLayers, nudgeLayers } from '../../engine/edit/arrange.ts';
import { setChromaKey } from '../../engine/edit/chromaKey.ts';
import { pasteStyle, styleOf } from '../../engine/edit/copiedStyle.ts';
import { setCrop } from '../../engine/edit/crop.ts';
import { duplicateCue, mergeCues, nextCue, shiftCues, splitCueAt } from '../../engine/edit/cues.ts';
import { detachAudio, reattachAudio } from '../../engine/edit/detachAudio.ts';
import { setLayerDucking } from '../../engine/edit/ducking.ts';
import { freezeFrame } from '../../engine/edit/freeze.ts';
import { groupLayers, ungroupLayers } from '../../engine/edit/group.ts';
import { clearKeyframes, setEasing } from '../../engine/edit/keyframes.ts';
import { setLayerAnimation } from '../../engine/edit/layerAnimation.ts';
import { changeLayerCues, newSubtitlesLayer } from '../../engine/edit/layerCues.ts';
import { hideLayers, lockLayers, renameLayer } from '../../engine/edit/layerFlags.ts';
import { addLayer, spreadLayers } from '../../engine/edit/layers.ts';
import { linkLayers, unlinkLayers } from '../../engine/edit/link.ts';
import { addMarker, moveMarker, removeMarker, renameMarker } from '../../engine/edit/markers.ts';
import { setLoop, setMotion, setPlayLength, setStopMotion } from '../../engine/edit/motion.ts';
import { moveLayersTime } from '../../engine/edit/moveLayersTime.ts';
import { returnToScene, spanProject } from '../../engine/edit/projectLayers.ts';
import { rippleRemove } from '../../engine/edit/ripple.ts';
import { moveSceneEnd } from '../../engine/edit/sceneLength.ts';
import { duplicateLayers, pasteLayers, removeLayers } from '../../engine/edit/severalLayers.ts';
import { splitScene } from '../../engine/edit/splitScene.ts';
import { nameField } from '../../engine/edit/templateFields.ts';
import { lowerThirds, textPresets } from '../../engine/edit/textPresetList.ts';
import { setTextPreset } from '../../engine/edit/textPresets.ts';
import { setTransition } from '../../engine/edit/transition.ts';
import { isPicture } from '../../engine/kinds/families.ts';
import { layerBox } from '../../engine/layout/box.ts';
import { canvasSize } from '../../engine/layout/canvasSize.ts';
import { cropFrameOf } from '../../engine/layout/cropFrame.ts';
import { allLayers } from '../../engine/project/allLayers.ts';
import type { Project } from '../../engine/project/project.ts';
import { transitionTypes } from '../../engine/project/videoEffects.ts';
import type { Hand } from './hand.ts';

type Action = (project: Project, hand: Hand) => Project;

const someIds = ({ scene, dice }: Hand) =>
  dice.chance(0.1) ? ['nobody'] : scene.layers.filter(() => dice.chance(0.4)).map(({ id }) => id);

/** Some layers of any scenes and of the whole project. */
const anyIds = (project: Project, { dice }: Hand) => {
  const all = allLayers(project);
  return all.filter(() => dice.chance(2 / Math.max(1, all.length))).map(({ id }) => id);
};

/** Actions on several layers, markers, cues and scenes. */
export const severalActions: Record<string, Action> = {
  group: (project, hand) => groupLayers(project, someIds(hand), hand.makeId),
  ungroup: (project, hand) => ungroupLayers(project, someIds(hand)),
  align: (project, hand) =>
    alignLayers(project, someIds(hand), hand.dice.pick(alignments), hand.dice.pick(['canvas', 'each other'] as const)),
  distribute: (project, hand) => distributeLayers(project, someIds(hand), hand.dice.pick(['x', 'y'] as const)),
  nudgeSeveral: (project, hand) => nudgeLayers(project, someIds(hand), hand.dice.way(), hand.dice.number()),
  lockSeveral: (project, hand) => lockLayers(project, someIds(hand), hand.dice.chance(0.3)),
  hideSeveral: (project, hand) => hideLayers(project, someIds(hand), hand.dice.chance(0.4)),
  renameOne: (project, hand) =>
    renameLayer(project, hand.layer?.id ?? '', hand.dice.pick(['', ' a ', '😀'.repeat(300), 'ab\ncd'])),
  duplicateSeveral: (project, hand) =>
    duplicateLayers(project, new Map(someIds(hand).map((id) => [id, hand.makeId()])), hand.makeId),
  removeSeveral: (project, hand) => (hand.dice.chance(0.3) ? removeLayers(project, someIds(hand)) : project),
  ripple: (project, hand) => (hand.dice.chance(0.5) ? rippleRemove(project, someIds(hand)) : project),
  pasteSeveral: (project, hand) => {
    const layers = hand.scene.layers.filter(() => hand.dice.chance(0.3));
    const to = hand.dice.pick(project.scenes).id;
    const projectLayers = (project.layers ?? []).filter(() => hand.dice.chance(0.3));
    const ids = [...layers, ...projectLayers].map(hand.makeId);
    return pasteLayers(project, to, { layers, projectLayers }, ids, hand.makeId, hand.dice.chance(0.3));
  },
  moveSeveralTime: (project, hand) => moveLayersTime(project, someIds(hand), hand.dice.number()),
  spread: (project, hand) => (hand.dice.chance(0.2) ? spreadLayers(project, someIds(hand), hand.makeId) : project),
  pasteStyle: (project, hand) => (hand.layer ? pasteStyle(project, someIds(hand), styleOf(hand.layer)) : project),
  link: (project, hand) => linkLayers(project, anyIds(project, hand), hand.makeId),
  unlink: (project, hand) => (hand.dice.chance(0.5) ? unlinkLayers(project, anyIds(project, hand)) : project),
  splitScene: (project, hand) => {
    const split = splitScene(project, hand.scene.id, hand.dice.pick([0.5, 1, 2, hand.dice.number()]), hand.makeId);
    return split.ok && project.scenes.length < 8 ? split.value : project;
  },
  duplicateAny: (project, hand) =>
    duplicateLayers(project, new Map(anyIds(project, hand).map((id) => [id, hand.makeId()])), hand.makeId),
  marker: (project, hand) => addMarker(project, hand.dice.number(), hand.makeId),
  moveMarker: (project, hand) => moveMarker(project, markerOf(project, hand), hand.dice.number()),
  nameMarker: (project, hand) =>
    renameMarker(project, markerOf(project, hand), hand.dice.pick([' ', 'one', '😀'.repeat(150)])),
  removeMarker: (project, hand) => removeMarker(project, markerOf(project, hand)),
  transition: (project, hand) =>
    setTransition(project, hand.scene.id, {
      type: hand.dice.pick(transitionTypes),
      duration: hand.dice.number(),
    }),
  sceneEnd: (project, hand) => moveSceneEnd(project, hand.scene.id, hand.dice.number()),
  addSubtitles: (project, hand) => addLayer(project, hand.scene.id, newSubtitlesLayer(project, hand.makeId)),
  cue: (project, hand) =>
    changeLayerCues(project, hand.layer?.id ?? '', (cues) => {
      const { dice, makeId } = hand;
      const some = cues.length > 0 ? dice.pick(cues).id : '';
      return dice.pick([
        () => [...cues, { ...nextCue(cues, makeId()), text: dice.pick(['a b', 'مرحبا يا', '']) }],
        () => duplicateCue(cues, some, makeId()),
        () => mergeCues(cues, some),
        () => splitCueAt(cues, some, dice.pick([0, 1, 2, 500]), makeId()),
        () => shiftCues(cues, dice.chance(0.5) ? 1.5 : -0.7),
      ])();
    }),
};

/** Further actions on one layer. */
export const laterActions: Record<
  string,
  (project: Project, id: string, hand: Hand & { layer: NonNullable<Hand['layer']> }) => Project
> = {
  crop: (project, id, { layer, dice }) => {
    if (!isPicture(layer)) return project;
    const { width = 640, height = 360 } = layer;
    const frame = cropFrameOf(
      layer,
      { width: width || 640, height: height || 360 },
      layerBox(layer, canvasSize(project)),
    );
    const { whole } = frame;
    const [left, top] = [dice.random() * 0.5, dice.random() * 0.5];
    return setCrop(project, id, {
      ...frame,
      frame: {
        x: whole.x + left * whole.width,
        y: whole.y + top * whole.height,
        width: whole.width * (0.05 + dice.random() * 0.45),
        height: whole.height * (0.05 + dice.random() * 0.45),
      },
    });
  },
  chromaKey: (project, id, { dice }) =>
    setChromaKey(
      project,
      id,
      dice.chance(0.2) ? undefined : { color: dice.pick(['#00ff00', '#0f0']), similarity: dice.number() },
    ),
  freeze: (project, id, { dice, makeId }) => {
    const frozen = freezeFrame(project, id, dice.pick([0, 0.5, 1, 2, dice.number()]), makeId);
    return frozen.ok ? frozen.value.project : project;
  },
  detach: (project, id, { makeId }) => detachAudio(project, id, makeId),
  reattach: (project, id, { dice }) => (dice.chance(0.3) ? reattachAudio(project, id) : project),
  spanProject,
  returnToScene: (project, id, { dice }) =>
    dice.chance(0.3) ? returnToScene(project, id, dice.pick(project.scenes).id) : project,
  duck: (project, id, { dice }) =>
    setLayerDucking(project, id, dice.chance(0.2) ? undefined : { amount: dice.number(), attack: dice.number() }),
  comes: (project, id, { dice }) =>
    setLayerAnimation(
      project,
      id,
      dice.pick(['animateIn', 'animateOut'] as const),
      dice.chance(0.15)
        ? undefined
        : { type: dice.pick(['fade', 'slide', 'typewriter', 'wipe', 'pop'] as const), duration: dice.number() },
    ),
  pace: (project, id, { dice }) =>
    setMotion(project, id, {
      speed: dice.pick([0.25, 0.5, 2, 4, dice.number()]),
      isReversed: dice.chance(0.4),
      isBoomeranged: dice.chance(0.2),
    }),
  loop: (project, id, { dice }) => setLoop(project, id, dice.chance(0.5)),
  playLength: (project, id, { dice }) => setPlayLength(project, id, dice.number()),
  stills: (project, id, { dice }) =>
    setStopMotion(project, id, dice.chance(0.5) ? undefined : { stills: dice.number(), hold: dice.number() }),
  easing: (project, id, { dice }) =>
    setEasing(project, id, dice.pick([0, 1]), dice.pick(['linear', 'ease-in-out'] as const)),
  clearKeyframes: (project, id, { dice }) => clearKeyframes(project, id, dice.number()),
  textPreset: (project, id, { dice }) => setTextPreset(project, id, dice.pick([...textPresets, ...lowerThirds])),
  nameField: (project, id, { dice }) =>
    nameField(project, id, dice.pick(['content', 'color'] as never[]), dice.pick(['', 'Name'])),
};

function markerOf({ markers = [] }: Project, { dice }: Hand): string {
  return markers.length > 0 ? dice.pick(markers).id : '';
}
