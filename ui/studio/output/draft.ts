import { withCanvasSize } from '../../../engine/edit/canvas.ts';
import { outputOptions, presetSeconds, type SceneOutput, setOutput } from '../../../engine/edit/output.ts';
import type { Size } from '../../../engine/layout/box.ts';
import { isStill } from '../../../engine/project/output.ts';
import type { Parsed } from '../../../engine/project/parse.ts';
import type { Project, Scene } from '../../../engine/project/project.ts';
import { sceneDuration } from '../../../engine/timeline/durations.ts';
import { numberForField, parseLength } from '../../components/numbers.ts';
import { showError } from '../../state/notices.ts';
import { change } from '../state/studio.ts';

/** What is chosen on the output panel so far. */
export interface Draft {
  /** own: a video as long as what is in it. */
  kind: 'image' | 'own' | 'preset' | 'custom';
  /** Of a preset, seconds. */
  seconds: number;
  /** What is written in the field of the custom length. */
  text: string;
  /** The size of the canvas, pixels, where another one was chosen. */
  size?: Size;
}

/** The choice that a scene has now. */
export function draftOf(project: Project, scene: Scene): Draft {
  const seconds = sceneDuration(project, scene);
  const isPreset = presetSeconds.some((preset) => preset === seconds);
  const text = numberForField(Number(seconds.toFixed(2)));
  if (isStill(project)) return { kind: 'image', seconds, text: '' };
  if (outputOptions(project, scene).lengthBy !== 'choice') return { kind: 'own', seconds, text: '' };
  return isPreset ? { kind: 'preset', seconds, text: '' } : { kind: 'custom', seconds, text };
}

/** What a choice means; a sentence for a custom length that is none. */
export function outputOf({ kind, seconds, text }: Draft): Parsed<SceneOutput> {
  if (kind === 'image') return { ok: true, value: { type: 'image' } };
  if (kind === 'own') return { ok: true, value: { type: 'video' } };
  if (kind === 'preset') return { ok: true, value: { type: 'video', seconds } };
  const parsed = parseLength(text);
  return parsed.ok ? { ok: true, value: { type: 'video', seconds: parsed.value } } : parsed;
}

/** Takes a choice over, as one step; a length that is none is said, and nothing changes. */
export function applyDraft(draft: Draft, sceneId: string): void {
  const output = outputOf(draft);
  if (output.ok) change((project) => withCanvasSize(setOutput(project, sceneId, output.value), draft.size));
  else showError(output.problems[0]?.message);
}
