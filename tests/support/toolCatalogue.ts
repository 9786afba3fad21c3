import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { messages } from '../../engine/project/messages.ts';

/** A specified message, and a request body and a command that provoke it. */
export interface Provoked {
  says: string;
  id: string;
  /** Files by the caller's names. */
  body: Record<string, unknown>;
  args: string[];
}

/**
 * Returns every message of the tools, letter for letter. @param clip a short video. @param long a video of more than 30
 * minutes.
 */
export function toolCatalogue(clip: string, long: string): Provoked[] {
  const slow = ['--stop-motion-clip-rate', '0.05', '--stop-motion-speed', '0.05'];
  return [
    {
      ...{ id: 'trim', says: 'Videos must be shorter than 30 min.' },
      body: { isTrimmedOnly: true, sourceVideo: long, endTime: 1801 },
      args: [long, '--end', '1801'],
    },
    {
      ...{ id: 'audio', says: 'You must choose an audio file!' },
      body: { isAudioVideo: true, sourceVideo: clip, audio: null },
      args: [clip],
    },
    { id: 'audio-trim', says: messages.audioFileMissing, body: { isAudioTrimmedOnly: true }, args: [] },
    {
      id: 'stop-motion',
      says: 'Your final video cannot be longer than 1 min. Please trim the video or adjust the clip rate and speed.',
      body: { isStopMotionVideo: true, sourceVideo: clip, stopMotionClipRate: 0.05, stopMotionSpeed: 0.05 },
      args: [clip, ...slow],
    },
    {
      ...{ id: 'thanks', says: 'Please enter something you are thankful for!' },
      body: { thanksVideo: true, thanksSubject: ' ab ', watermark: true },
      args: ['--subject', ' ab '],
    },
    {
      id: 'loop',
      says: 'The output video must be less than 7 minutes long. Choose a fewer number of loops.',
      body: { isLooped: true, sourceVideo: clip, numLoops: 500, setDuration: 0 },
      args: [clip, '--num-loops', '500'],
    },
    {
      ...{ id: 'montage', says: 'Please add few clips to create a video!' },
      body: { isMaker: true, isMontage: true, clips: [] },
      args: [],
    },
    { id: 'maker', says: messages.clipsMissing, body: { isMaker: true }, args: [] },
    { id: 'slideshow', says: messages.clipsMissing, body: { isSlideshow: true, clips: null }, args: [] },
  ];
}

/** Writes a small video of 30 minutes and one second, which browsers can play. */
export function makeLongVideo(folder: string, name = 'long.mp4'): string {
  const path = join(folder, name);
  const picture = ['-f', 'lavfi', '-i', 'color=size=64x64:rate=1:duration=1801'];
  execFileSync('ffmpeg', [
    '-nostdin',
    '-v',
    'error',
    '-y',
    ...picture,
    '-c:v',
    'libx264',
    '-preset',
    'ultrafast',
    '-pix_fmt',
    'yuv420p',
    path,
  ]);
  return path;
}
