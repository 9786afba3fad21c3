import { messages } from '../../../engine/project/messages.ts';
import type { Refusal } from './facts.ts';

const source = 'clip.mp4';
const pairArgs = ['--source', source, '--audio', 'song.mp3'];

const refused = (id: string, args: string[], flag: string, pointer: string, says: string): Refusal => ({
  ...{ id, flag, pointer, says },
  args:
    ['trim', 'loop', 'speed', 'stop-motion', 'reverse', 'resize', 'filter', 'rotate'].includes(id) &&
    !args.includes('--source')
      ? ['--source', source, ...args]
      : args,
});

/** Commands that tools reject; the equivalent body is rejected with the same message. */
export const refusals: readonly Refusal[] = [
  refused('trim', ['--source', 'long.mp4'], '--source', '/sourceVideo', messages.sourceTooLong),
  refused('loop', ['--num-loops', '43'], '--num-loops', '/numLoops', messages.loopTooLong),
  refused('loop', ['--num-loops', '20000'], '--num-loops', '/numLoops', messages.loopTooLong),
  refused('speed', ['--speed-choice', '5'], '--speed-choice', '/speedChoice', '"speedChoice" must be at most 4.'),
  refused('speed', ['--source', 'photo.jpg'], '--source', '/sourceVideo', '"photo.jpg" is not a video.'),
  refused(
    'reverse',
    ['--reverse-speed', '0'],
    '--reverse-speed',
    '/reverseSpeed',
    '"reverseSpeed" must be at least 0.25.',
  ),
  refused('stop-motion', [], '--stop-motion-speed', '/stopMotionSpeed', messages.stopMotionTooLong),
  refused(
    'stop-motion',
    ['--start-time', '1', '--end-time', '8.21'],
    '--stop-motion-speed',
    '/stopMotionSpeed',
    messages.stopMotionTooLong,
  ),
  refused('filter', ['--vignette', '101'], '--vignette', '/vignette', '"vignette" must be at most 100.'),
  refused(
    'resize',
    ['--resize-template', '0:1'],
    '--resize-template',
    '/resizeTemplate',
    '"resizeTemplate" must be a ratio such as "16:9".',
  ),
  refused(
    'resize',
    ['--resize-option', 'stretch'],
    '--resize-option',
    '/resizeOption',
    '"resizeOption" must be "crop" or "fit".',
  ),
  refused(
    'image-video',
    ['--source', 'photo.jpg', '--video-ratio', 'wide'],
    '--video-ratio',
    '/videoRatio',
    '"videoRatio" must be "none" or a ratio such as "16:9".',
  ),
  refused('audio', ['--source', source], '--audio', '/audio', messages.audioFileMissing),
  refused(
    'audio',
    [...pairArgs, '--audio-start-time', '9.9'],
    '--audio-start-time',
    '/audioStartTime',
    messages.audioStartTooLate,
  ),
  refused(
    'audio',
    [...pairArgs, '--audio-trim-start-time', '3', '--audio-trim-end-time', '3.5'],
    '--audio-trim-end-time',
    '/audioTrimEndTime',
    messages.audioTrimTooShort,
  ),
  refused('audio-trim', [], '--audio', '/audio', messages.audioFileMissing),
  refused('audio-trim', ['--audio', 'photo.jpg'], '--audio', '/audio', '"photo.jpg" is not a sound.'),
  refused(
    'convert',
    ['--source', 'moving.gif', '--convert-option', 'mp3'],
    '--convert-option',
    '/convertOption',
    messages.soundMissing,
  ),
  refused('convert', ['--source', 'song.mp3'], '--convert-option', '/convertOption', messages.pictureMissing),
  refused('montage', [], '--clip', '/clips', messages.clipsMissing),
  refused('maker', [], '--clip', '/clips', messages.clipsMissing),
  refused(
    'montage',
    ['--clip', 'photo.jpg', '--clip', 'clip.mp4#t=2,2.5'],
    '--clip, number 2',
    '/clips/1/endTime',
    messages.trimTooShort,
  ),
  refused('slideshow', ['--clip', source], '--clip, number 1', '/clips/0', '"clip.mp4" is not an image.'),
  refused('watermark', ['--source', source], '--text', '/watermarkText', messages.watermarkMissing),
  refused('thanks', ['--subject', ' ab '], '--subject', '/thanksSubject', messages.thanksMissing),
  refused(
    'text-video',
    ['--settings', '{"textObjects": [{"text": "small", "fontSize": 1}]}'],
    '--settings /textObjects/0/fontSize',
    '/textObjects/0/fontSize',
    '"fontSize" must be at least 6.',
  ),
  refused('text-video', ['--animation-text', ' '], '--animation-text', '/animationText', messages.textMissing),
];
