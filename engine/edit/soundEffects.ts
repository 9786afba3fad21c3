import { isPlayed } from '../kinds/families.ts';
import { MAX_EQ_GAIN, MAX_PAN } from '../project/limits.ts';
import type { Project } from '../project/project.ts';
import type { Equalizer, SoundEffects } from '../project/soundEffects.ts';
import { withLayer } from './find.ts';

/** Changes to sound effects, in their units; other values stay. `preset: undefined` removes the preset. */
export type SoundEffectsChange = Partial<Equalizer & Pick<SoundEffects, 'pan'>>;

/** Changes the sound effects of the audio track, if there is one. Clamps numbers to their ranges. */
export function setAudioEffects(project: Project, change: SoundEffectsChange): Project {
  const audio = project.audio && changed(project.audio, change);
  return audio === project.audio ? project : { ...project, audio };
}

/** Changes the sound effects of a video or audio layer, as `setAudioEffects`; does nothing for other layers. */
export function setSoundEffects(project: Project, layerId: string, change: SoundEffectsChange): Project {
  return withLayer(project, layerId, (layer) => (isPlayed(layer) ? changed(layer, change) : layer));
}

/** Returns a sound with its effects changed, without effects that change nothing. */
function changed<S extends SoundEffects>(sound: S, change: SoundEffectsChange): S {
  const { pan: panBefore, eq: eqBefore, ...plain } = sound;
  const { pan: panWanted = panBefore ?? 0, ...bands } = change;
  const pan = inRange(panWanted, MAX_PAN);
  const eq = { low: 0, mid: 0, high: 0, ...eqBefore, ...bands };
  const { preset, ...gains } = {
    ...eq,
    low: inRange(eq.low, MAX_EQ_GAIN),
    mid: inRange(eq.mid, MAX_EQ_GAIN),
    high: inRange(eq.high, MAX_EQ_GAIN),
  };
  const next = {
    ...(pan ? { pan } : {}),
    ...(preset || Object.values(gains).some(Boolean) ? { eq: { ...(preset ? { preset } : {}), ...gains } } : {}),
  };
  const isSame = JSON.stringify(next) === JSON.stringify({ pan: panBefore, eq: eqBefore });
  return isSame ? sound : ({ ...plain, ...next } as S);
}

/** Clamps a number to −most … most; 0 if it is none. */
function inRange(value: number, most: number): number {
  return Number.isFinite(value) ? Math.min(most, Math.max(-most, value)) : 0;
}
