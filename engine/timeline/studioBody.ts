import { isGif, isStill } from '../project/output.ts';
import type { Project } from '../project/project.ts';
import { totalDuration } from './durations.ts';

/**
 * Returns the createVideo request of a Studio project: the project, plus the fields that the specification lists. The
 * server reads the project; the other fields repeat it in the specification's form.
 * @param creator account id of the signed-in user; '' for none.
 */
export function studioBody(project: Project, creator = ''): Record<string, unknown> {
  const { width, height } = project;
  const duration = totalDuration(project);
  return {
    ...{ isStudio: true, isCreator: true, editorPath: '/', dimensions: { width, height } },
    ...{ isTrimmed: false, startTime: 0, endTime: duration, parentId: null },
    ...{ progressText: 'Loading ...', done: false },
    ...specAudio(project),
    watermarkImg: null,
    ...project,
    ...specOutput(project),
    ...(creator === '' ? {} : { creator }),
  };
}

/** Returns the output of a project in the specification's fields. */
export function specOutput(project: Project) {
  return {
    videoType: isGif(project) ? ('gif' as const) : ('mp4' as const),
    isGif: isGif(project),
    isImage: isStill(project),
    duration: totalDuration(project),
  };
}

function specAudio({ audio }: Project): Record<string, unknown> {
  if (!audio) return {};
  const { startTime, trimStartTime, trimEndTime, duration, isTrimmed, loop, loopTouched, isMuted } = audio;
  return {
    audioStartTime: startTime,
    audioTrimStartTime: trimStartTime,
    audioTrimEndTime: trimEndTime ?? duration ?? null,
    audioIsTrimmed: isTrimmed,
    audioEdit: { loop, loopTouched, mute: isMuted, duration: duration ?? null },
  };
}
