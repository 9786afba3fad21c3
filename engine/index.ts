/**
 * Public entry point of the core for programs outside of this repository: model, timeline, edits and tools. Code inside
 * the repository imports the files directly.
 */
export { setAnimation } from './edit/animate.ts';
export {
  removeAudio,
  setAudio,
  setAudioSound,
  setAudioStart,
  toggleAudioLoop,
  toggleAudioMute,
  trimAudio,
} from './edit/audio.ts';
export { isLoopDisabled, withAutoLoop } from './edit/audioLoop.ts';
export { type CanvasPurpose, canvasPurposes, ratioPresets, setCanvasSize, withCanvasSize } from './edit/canvas.ts';
export { type CanvasSide, expandPadding, removePadding, setRatio } from './edit/canvasShape.ts';
export { canDetachAudio, canReattachAudio, detachAudio, reattachAudio } from './edit/detachAudio.ts';
export { withCuesFollowing } from './edit/followSpeech.ts';
export { amend, type History, newHistory, record, redo, undo } from './edit/history.ts';
export {
  addLayer,
  duplicateLayer,
  nudgeLayer,
  pasteLayer,
  removeLayer,
  replaceLayer,
  setLayerPosition,
} from './edit/layers.ts';
export { linkedWith, linkLayers, unlinkLayers } from './edit/link.ts';
export { type Motion, setMotion } from './edit/motion.ts';
export { newMediaLayer, newPlaceholderLayer, newShapeLayer, newTextLayer } from './edit/newLayers.ts';
export { newProject } from './edit/newProject.ts';
export { bringForward, type LayerOrder, layerOrder, sendBack } from './edit/order.ts';
export { presetSeconds, type SceneOutput, setOutput } from './edit/output.ts';
export { renameProject } from './edit/renameProject.ts';
export { fillLayer, toggleLockAspectRatio } from './edit/reshape.ts';
export {
  addScene,
  duplicateScene,
  newScene,
  pasteScene,
  removeScene,
  reorderScene,
  setSceneBackground,
} from './edit/scenes.ts';
export { isStaticProject } from './edit/still.ts';
export {
  type LayerFields,
  type ProjectFields,
  setLayerColor,
  setLayerFields,
  setLettering,
  setOutlineColor,
  setProjectFields,
  toggleMute,
} from './edit/style.ts';
export { setTransition } from './edit/transition.ts';
export { trimLayer } from './edit/trim.ts';
export { type Box, layerBox, type Size } from './layout/box.ts';
export { canvasSize } from './layout/canvasSize.ts';
export { type MakeId, newId } from './project/id.ts';
export { projectJsonSchema } from './project/jsonSchema.ts';
export type { Layer, LayerType, Position } from './project/layers.ts';
export { type MediaFacts, mapMediaUrls, mediaReferences, withMediaFacts } from './project/media.ts';
export { messages } from './project/messages.ts';
export type { Output } from './project/output.ts';
export { type Parsed, parseProject, parseProjectText } from './project/parse.ts';
export { type Problem, type ProblemCode, ProblemError, problemCodes } from './project/problems.ts';
export type { AudioTrack, Project, ProjectInput, Scene } from './project/project.ts';
export { sceneDuration, sceneStarts, totalDuration } from './timeline/durations.ts';
export { type Lane, type Lanes, lanesOf } from './timeline/lanes.ts';
export { mediaTimeAt } from './timeline/mediaTime.ts';
export { type Frame, resolveFrame } from './timeline/resolve.ts';
export { type AudioClip, soundtrack } from './timeline/soundtrack.ts';
export { type LayerSpan, layerSpans, type SceneSpan, sceneSpans } from './timeline/spans.ts';
export { durationProblems } from './timeline/submitProblems.ts';
export { parseDuration } from './timeline/timecode.ts';
export { compileToolBody, sourcesOf, toolOfBody } from './tools/body.ts';
export { type Field, fieldsOf } from './tools/field.ts';
export { tools } from './tools/index.ts';
export type { Inputs, SourceMedia, Tool } from './tools/tool.ts';
