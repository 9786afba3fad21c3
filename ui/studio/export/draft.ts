import { withCanvasSize } from '../../../engine/edit/canvas.ts';
import { outputOptions, presetSeconds, type SceneOutput, setOutput } from '../../../engine/edit/output.ts';
import type { Size } from '../../../engine/layout/box.ts';
import { isStill } from '../../../engine/project/output.ts';
import type { Parsed } from '../../../engine/project/parse.ts';
import type { Project, Scene } from '../../../engine/project/project.ts';
import { sceneDuration } from '../../../engine/timeline/durations.ts';
import { showError } from '../../client/page/notices.ts';
import { numberForField, parseLength } from '../../kit/words.ts';
import { change } from '../state/studio.ts';

/** Unsaved choices of the output panel. */
export interface Draft {
  /** own: a video as long as its content. */
  kind: 'image' | 'own' | 'preset' | 'custom';
  /** Duration of a preset, in seconds. */
  seconds: number;
  /** Text of the custom duration field. */
  text: string;
  /** Canvas size in pixels, if another one was chosen. */
  size?: Size;
}

/** The current choice of a scene. */
export function draftOf(project: Project, scene: Scene): Draft {
  const seconds = sceneDuration(project, scene);
  const isPreset = presetSeconds.some((preset) => preset === seconds);
  const text = numberForField(Number(seconds.toFixed(2)));
  if (isStill(project)) return { kind: 'image', seconds, text: '' };
  if (outputOptions(project, scene).lengthBy !== 'choice') return { kind: 'own', seconds, text: '' };
  return isPreset ? { kind: 'preset', seconds, text: '' } : { kind: 'custom', seconds, text };
}

/** Converts a choice; returns a problem for an invalid custom duration. */
export function outputOf({ kind, seconds, text }: Draft): Parsed<SceneOutput> {
  if (kind === 'image') return { ok: true, value: { type: 'image' } };
  if (kind === 'own') return { ok: true, value: { type: 'video' } };
  if (kind === 'preset') return { ok: true, value: { type: 'video', seconds } };
  const parsed = parseLength(text);
  return parsed.ok ? { ok: true, value: { type: 'video', seconds: parsed.value } } : parsed;
}

/** Applies the choice as one undo step. Reports an invalid duration and changes nothing. */
export function applyDraft(draft: Draft, sceneId: string): void {
  const output = outputOf(draft);
  if (output.ok) change((project) => withCanvasSize(setOutput(project, sceneId, output.value), draft.size));
  else showError(output.problems[0]?.message);
}
