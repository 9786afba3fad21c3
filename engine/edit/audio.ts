import { MAX_FADE_SECONDS, MAX_SECONDS, MAX_VOLUME } from '../project/limits.ts';
import type { Parsed } from '../project/parse.ts';
import type { AudioTrack, Project } from '../project/project.ts';
import { isLoopDisabled, withAutoLoop } from './audioLoop.ts';
import { merge } from './find.ts';
import { withOutputKind, withVideoOutput } from './still.ts';
import { lengthOf, resolveTrim } from './trim.ts';

/** An audio file chosen by the user. */
export interface ChosenAudio {
  id?: string;
  url: string;
  /** In seconds, if known. */
  duration?: number;
}

/**
 * Makes a file the audio track: from 0 s, untrimmed, not muted; withAutoLoop decides whether it loops. A still becomes
 * a video as long as the audio.
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
  return withAutoLoop({ ...withVideoOutput(project), audio });
}

/** Removes the audio track with its trim. A project whose only timing was the audio becomes a still again. */
export function removeAudio(project: Project): Project {
  return project.audio ? withOutputKind(project, { ...project, audio: null }) : project;
}

/** Sets the start of the audio in seconds of the video, clamped to 0 and 24 hours. */
export function setAudioStart(project: Project, startTime: number): Project {
  if (!Number.isFinite(startTime)) return project;
  return withAudio(project, (audio) => merge(audio, { startTime: Math.min(MAX_SECONDS, Math.max(0, startTime)) }));
}

/**
 * Trims the audio. A span of nearly the whole file (from 0, end within 0.01 s of its length) removes the trim.
 * @param start, end seconds of the file. @param measured length of the file in seconds, for a track without one.
 * @returns trim.order or trim.short with their messages.
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

/** Toggles the loop by hand; afterwards it is no longer set automatically. Does nothing while the loop is disabled. */
export function toggleAudioLoop(project: Project): Project {
  const { audio } = project;
  if (!audio || isLoopDisabled(project)) return project;
  return { ...project, audio: { ...audio, loop: !audio.loop, loopTouched: true } };
}

/** Sets volume (0 to 2) and fades (seconds, 0 to 60) of the audio track, clamped to their ranges. */
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
