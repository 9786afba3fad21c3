import { changesInTime } from '../kinds/index.ts';
import type { MakeId } from '../project/id.ts';
import type { Layer, ProjectLayer } from '../project/layers.ts';
import { EMPTIED_SCENE_SECONDS, IMAGE_SCENE_SECONDS, MAX_SCENES } from '../project/limits.ts';
import type { Project, Scene } from '../project/project.ts';
import { hasTimedVideo } from '../timeline/durations.ts';
import { withProjectLayers } from '../timeline/overlay.ts';
import { withAutoLoop } from './audioLoop.ts';
import { withScene } from './find.ts';
import { withOwnGroups } from './group.ts';
import { withOwnLinks, withoutLoneLinks } from './link.ts';
import { roomForLayers, roomInProject } from './room.ts';
import { withOutputKind, withVideoOutput } from './still.ts';

/** Creates a scene without layers, with a white background and no own length. */
export function newScene(makeId: MakeId): Scene {
  return { id: makeId(), layers: [], background: '#ffffff', duration: 0, isImageVideo: false };
}

/**
 * Adds an empty scene at the end. With two scenes, the project is a video, so every scene without video or length
 * becomes an image scene with its own length or 3 s. Does nothing at 500 scenes.
 */
export function addScene(project: Project, makeId: MakeId): Project {
  return withSceneAt(project, newScene(makeId), project.scenes.length);
}

/**
 * Duplicates a scene after the original, with the layers of the project that follow it; see pasteScene.
 */
export function duplicateScene(project: Project, sceneId: string, makeId: MakeId): Project {
  const original = project.scenes.find((scene) => scene.id === sceneId);
  if (!original) return project;
  return pasteScene(project, original, sceneId, makeId, followersOf(project, sceneId));
}

/** Returns the layers of the whole project that follow a scene, front to back, as they are in the project. */
export function followersOf({ layers = [] }: Project, sceneId: string): ProjectLayer[] {
  return layers.filter(({ anchor }) => anchor === sceneId);
}

/**
 * Pastes a copied scene after another, or at the end if that one is gone, with the layers that followed it, if there is
 * room for them. Each of these is directly in front of its original if the project has that. Ids are created for the
 * scene, its layers, their groups, the layers that follow it, their groups, and links, in this order.
 */
export function pasteScene(
  project: Project,
  scene: Scene,
  afterSceneId: string,
  makeId: MakeId,
  followers: readonly ProjectLayer[] = [],
): Project {
  const index = project.scenes.findIndex(({ id }) => id === afterSceneId);
  const copy = copyOf(scene, makeId);
  const pasted = withSceneAt(project, copy, index < 0 ? project.scenes.length : index + 1);
  if (pasted === project) return project;
  const { layers = [] } = project;
  const isFull = roomForLayers(pasted, { layers }) < followers.length;
  const copies = isFull ? [] : followers.map((layer) => ({ ...layer, id: makeId(), anchor: copy.id }));
  const grouped = withOwnGroups(copies, makeId);
  const linked = new Map(withOwnLinks([...copy.layers, ...grouped], makeId).map((layer) => [layer.id, layer]));
  const own = (layer: Layer) => linked.get(layer.id) ?? layer;
  const added = withScene(pasted, copy.id, (one) => ({ ...one, layers: one.layers.map(own) }));
  if (copies.length === 0) return added;
  const originals = new Set(layers.map(({ id }) => id));
  const [inFront, fresh] = [new Map<string, ProjectLayer>(), [] as ProjectLayer[]];
  followers.forEach(({ id }, i) => {
    const layer = own(grouped[i] as Layer);
    if (originals.has(id)) inFront.set(id, layer);
    else fresh.push(layer);
  });
  return withProjectLayers(added, [
    ...fresh,
    ...layers.flatMap((layer) => [inFront.get(layer.id) ?? [], layer].flat()),
  ]);
}

/**
 * Removes a scene; a single one stays. A remaining default image scene becomes a still again: exactly 3 s, no video,
 * trimmed or animated layer, no audio; then the output is an image again. Layers of the project that follow the scene
 * are removed with it; what was linked only with them is no longer linked.
 */
export function removeScene(project: Project, sceneId: string): Project {
  const scenes = project.scenes.filter((scene) => scene.id !== sceneId);
  if (scenes.length === 0 || scenes.length === project.scenes.length) return project;
  const [only] = scenes;
  const isAlone = scenes.length === 1 && !project.audio && !project.layers?.some(changesInTime);
  const left = only && isAlone && isDefaultImageScene(only) ? [asStill(only)] : scenes;
  // What follows the scene goes with it.
  const kept = project.layers?.filter(({ anchor }) => anchor !== sceneId);
  const removed = { ...project, scenes: left };
  return withoutLoneLinks(withAutoLoop(withOutputKind(project, kept ? withProjectLayers(removed, kept) : removed)));
}

/**
 * Moves a scene by a difference of indices, as drags report it: −1 is one place toward the start. Clamped to the ends.
 */
export function reorderScene(project: Project, sceneId: string, difference: number): Project {
  const from = project.scenes.findIndex((scene) => scene.id === sceneId);
  const scene = project.scenes[from];
  if (!scene || !Number.isFinite(difference)) return project;
  const to = Math.min(project.scenes.length - 1, Math.max(0, from + Math.trunc(difference)));
  if (to === from) return project;
  return { ...project, scenes: project.scenes.toSpliced(from, 1).toSpliced(to, 0, scene) };
}

/** Sets a scene's background color. */
export function setSceneBackground(project: Project, sceneId: string, background: string): Project {
  return withScene(project, sceneId, (scene) => ({ ...scene, background }));
}

/**
 * Settles a scene that lost a layer: if the project has several scenes, a scene without video becomes an image scene of
 * 1 s.
 */
export function settleEmptiedScene(project: Project, scene: Scene): Scene {
  if (project.scenes.length < 2 || hasVideo(scene)) return scene;
  return { ...scene, isImageVideo: true, duration: EMPTIED_SCENE_SECONDS };
}

/** Settles a scene after a layer was replaced. An image scene keeps its length. */
export function settleReplacedScene(project: Project, before: Scene, after: Scene): Scene {
  return !hasVideo(before) && before.duration > 0 ? after : settleEmptiedScene(project, after);
}

function hasVideo({ layers }: Scene): boolean {
  return layers.some(({ type }) => type === 'video');
}

function copyOf(original: Scene, makeId: MakeId): Scene {
  const copy: Scene = { ...original, id: makeId() };
  const layers = original.layers.map((layer) => {
    const id = makeId();
    if (layer.id === original.maxLayer) copy.maxLayer = id;
    return { ...layer, id };
  });
  return { ...copy, layers: withOwnGroups(layers, makeId) };
}

function withSceneAt(project: Project, scene: Scene, index: number): Project {
  if (project.scenes.length >= MAX_SCENES || roomInProject(project) < scene.layers.length) return project;
  const scenes = project.scenes.toSpliced(index, 0, scene).map(asImageScene);
  return withAutoLoop({ ...withVideoOutput(project), scenes });
}

function asImageScene(scene: Scene): Scene {
  if (hasTimedVideo(scene)) return scene;
  return { ...scene, isImageVideo: true, duration: scene.duration > 0 ? scene.duration : IMAGE_SCENE_SECONDS };
}

function asStill(scene: Scene): Scene {
  return { ...scene, isImageVideo: false, duration: 0 };
}

function isDefaultImageScene(scene: Scene): boolean {
  return scene.duration === IMAGE_SCENE_SECONDS && !scene.layers.some(changesInTime);
}
