import { isSound } from '../kinds/families.ts';
import type { Project } from '../project/project.ts';
import { type Ducking, ducking } from '../project/videoEffects.ts';
import { merge, withLayer } from './find.ts';

/** Changes to ducking; other values stay as they are or get defaults. undefined: no ducking. */
export type DuckingChange = Partial<Ducking> | undefined;

/** Changes the ducking of the audio track, if there is one. Clamps numbers to their ranges. */
export function setAudioDucking(project: Project, change: DuckingChange): Project {
  const audio = project.audio && changed(project.audio, change);
  return audio === project.audio ? project : { ...project, audio };
}

/** Changes the ducking of an audio layer, as in `setAudioDucking`; does nothing for other layers. */
export function setLayerDucking(project: Project, layerId: string, change: DuckingChange): Project {
  return withLayer(project, layerId, (layer) => (isSound(layer) ? changed(layer, change) : layer));
}

function changed<S extends { ducking?: Ducking | undefined }>(sound: S, change: DuckingChange): S {
  const { ducking: before, ...plain } = sound;
  if (!change) return before ? (plain as S) : sound;
  const numbers = Object.entries(change).filter(([, value]) => Number.isFinite(value));
  const after = ducking.parse({ ...before, ...Object.fromEntries(numbers.map(bounded)) }, { jitless: true });
  const next = before ? merge(before, after) : after;
  return next === before ? sound : { ...sound, ducking: next };
}

function bounded([name, value]: [string, number]): [string, number] {
  const field = ducking.shape[name as keyof Ducking].unwrap();
  return [name, Math.min(field.maxValue ?? value, Math.max(field.minValue ?? value, value))];
}
