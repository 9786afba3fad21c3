import { MAX_FADE_SECONDS, MAX_SECONDS, MAX_VOLUME } from '../project/limits.ts';
import type { Parsed } from '../project/parse.ts';
import type { AudioTrack, Project } from '../project/project.ts';
import { isLoopDisabled, withAutoLoop } from './audioLoop.ts';
import { merge } from './find.ts';
import { asMoving, withOutputKind } from './still.ts';
import { lengthOf, resolveTrim } from './trim.ts';

/** An audio file that was chosen. */
export interface ChosenAudio {
  id?: string;
  url: string;
  /** Seconds, where it is known. */
  duration?: number;
}

/**
 * Makes a file the audio track: from 0 s, whole, not muted; it loops when the rules of withAutoLoop say so. A still
 * becomes a video that lasts as long as the audio.
 */
export function setAudio(project: Project, chosen: ChosenAudio): Project {
  const audio: AudioTrack = {
    ...chosen,
    startTime: 0,
    trimStartTime: 0,
    isTrimmed: false,
    loop: false,
    loopTouched: false,
    isMuted: false,
    volume: 1,
    fadeIn: 0,
    fadeOut: 0,
  };
  return withAutoLoop({ ...asMoving(project), audio });
}

/**
 * Removes the audio track, and with it its trim. What nothing but the audio timed becomes a
 * still again.
 */
export function removeAudio(project: Project): Project {
  return project.audio ? withOutputKind(project, { ...project, audio: null }) : project;
}

/** Sets when the audio starts, seconds of the video; below 0 counts as 0, more than 24 hours as 24 hours. */
export function setAudioStart(project: Project, startTime: number): Project {
  if (!Number.isFinite(startTime)) return project;
  return withAudio(project, (audio) => merge(audio, { startTime: Math.min(MAX_SECONDS, Math.max(0, startTime)) }));
}

/**
 * Trims the audio. Nearly the whole file (from 0, end within 0.01 s of its length) makes it untrimmed.
 * @param start, end seconds of the file. @param measured length of the file in seconds, for a track that does not know
 * its own. @returns trim.order or trim.short with their sentences.
 */
export function trimAudio(project: Project, start: number, end: number, measured?: number): Parsed<Project> {
  if (!project.audio) return { ok: true, value: project };
  const length = lengthOf(project.audio.duration, measured);
  const trim = resolveTrim(start, end, length.duration, 'audio');
  if (!trim.ok) return trim;
  const { startTime, endTime, isTrimmed } = trim.value;
  const chosen = { trimStartTime: startTime, trimEndTime: endTime, isTrimmed };
  const value = withAudio(project, (audio) =>
    merge(audio, { ...length, ...(isTrimmed || audio.isTrimmed ? chosen : {}) }),
  );
  return { ok: true, value };
}

/** Switches the loop on or off by hand; from then on it no longer switches on by itself. Nothing while it is disabled. */
export function toggleAudioLoop(project: Project): Project {
  const { audio } = project;
  if (!audio || isLoopDisabled(project)) return project;
  return { ...project, audio: { ...audio, loop: !audio.loop, loopTouched: true } };
}

/** Sets volume (0 to 2) and fades (seconds, 0 to 60) of the audio track; a number beyond counts as the nearest. */
export function setAudioSound(
  project: Project,
  sound: Partial<Pick<AudioTrack, 'volume' | 'fadeIn' | 'fadeOut'>>,
): Project {
  const clamp = (value: number, most: number, before: number) =>
    Number.isFinite(value) ? Math.min(most, Math.max(0, value)) : before;
  return withAudio(project, (audio) =>
    merge(audio, {
      volume: clamp(sound.volume ?? audio.volume, MAX_VOLUME, audio.volume),
      fadeIn: clamp(sound.fadeIn ?? audio.fadeIn, MAX_FADE_SECONDS, audio.fadeIn),
      fadeOut: clamp(sound.fadeOut ?? audio.fadeOut, MAX_FADE_SECONDS, audio.fadeOut),
    }),
  );
}

/** Mutes or unmutes the audio track. */
export function toggleAudioMute(project: Project): Project {
  return withAudio(project, (audio) => ({ ...audio, isMuted: !audio.isMuted }));
}

function withAudio(project: Project, change: (audio: AudioTrack) => AudioTrack): Project {
  const changed = project.audio && change(project.audio);
  return changed === project.audio ? project : withAutoLoop({ ...project, audio: changed });
}
