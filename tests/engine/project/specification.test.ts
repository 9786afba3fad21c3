import { describe, expect, it } from 'vitest';
import { CONVERSION_POLL_MS } from '../../../api/contract/conversion.ts';
import { TRANSCRIPTION_MOST_FAILURES, TRANSCRIPTION_POLL_MS } from '../../../api/contract/transcription.ts';
import { FONT_TIMEOUT_MS } from '../../../engine/browser/loadFonts.ts';
import { CANVAS_REFRESH_MS, SEEKER_REFRESH_MS } from '../../../engine/browser/playbackClock.ts';
import { ratioPresets } from '../../../engine/edit/canvas.ts';
import { newProject } from '../../../engine/edit/newProject.ts';
import { presetSeconds } from '../../../engine/edit/output.ts';
import { lineWidthRange, opacityRange } from '../../../engine/edit/stepper.ts';
import { TRIM_STEPS } from '../../../engine/edit/trimWindow.ts';
import { animationSeconds } from '../../../engine/kinds/animation.ts';
import { MIN_LAYER_SIDE } from '../../../engine/layout/handles.ts';
import { defaultFamilies } from '../../../engine/painters/fonts.ts';
import * as limits from '../../../engine/project/limits.ts';
import { messages } from '../../../engine/project/messages.ts';
import { formatUnsupported, pastedUrlFailed } from '../../../engine/project/pastedUrl.ts';
import { speechMessages } from '../../../engine/project/speechMessages.ts';
import { subtitleScreens } from '../../../engine/tools/subtitleScreens.ts';

describe('the sentences of the specification', () => {
  it.each<[string, string]>([
    [messages.unknown, 'An error occurred. Please try again later.'],
    [messages.noStatusText, 'An error occurred.'],
    [messages.notFound, "That page wasn't found."],
    [messages.noContent, 'No content found for this URL.'],
    [messages.sourceTooLong, 'Videos must be shorter than 30 min.'],
    [formatUnsupported('application/x-mpegurl'), 'Format application/x-mpegurl currently unsupported.'],
    [
      pastedUrlFailed(`https://example.org/${'a'.repeat(60)}`, 'No content found for this URL.'),
      `Sorry, that pasted URL (https://example.org/${'a'.repeat(30)}...) didn't work. No content found for this URL.`,
    ],
    [messages.uploadNothing, 'Please choose a file to upload.'],
    [messages.uploadEmptyList, 'Please choose a file!'],
    [
      messages.uploadNoType,
      'Your upload has an invalid type. Please choose a video or image to upload, and make sure your file has a correct extension.',
    ],
    [messages.uploadTooLarge, 'Your content must be under 300MB'],
    [
      messages.uploadNeedsImage,
      'You must choose an image to use this feature. Currently we support .jpg, .png, and .gif formats.',
    ],
    [
      messages.uploadFormat,
      'Your file format is not currently supported. Currently we only support .gif, .jpg, .png, .mp4, .mov, .webm, .ogg, .mpeg formats.',
    ],
    [messages.uploadFailed, 'An error occurred while uploading. Please try again later.'],
    [messages.uploadAgain, 'An error occurred during upload. Please try again.'],
    [messages.uploadUnreadable, 'An error occurred during upload. Please make sure your media is a compatible format.'],
    [messages.uploadJpeg, 'Something went wrong. Please make sure your media is a compatible format.'],
    [messages.uploadFetches, 'Fetching content...'],
    [messages.uploadBegins, 'Just a second...'],
    [messages.uploadProcesses, 'Processing content ...'],
    [messages.uploadSends, 'Uploading Files...'],
    [messages.uploadPercent, 'Uploading ... {n}%'],
    [messages.uploadGif, 'Processing GIF'],
    [messages.gifConversionFailed, 'GIF conversion failed'],
    [messages.replaceNothing, 'No layer to replace. Please refresh the page and try again.'],
    [messages.noFonts, 'No fonts found.'],
    [
      messages.audioStartTooLate,
      'Audio start time is too close to the video duration. Please select an earlier audio start time.',
    ],
    [messages.audioMissing, 'Something went wrong. Please make sure you have uploaded audio and try again.'],
    [messages.audioFileMissing, 'You must choose an audio file!'],
    [messages.trimOrder, 'Please choose a valid start and end time.'],
    [messages.trimTooShort, 'Your video must be at least 1 second long.'],
    [messages.audioTrimTooShort, 'Your audio must be at least 1 second long.'],
    [messages.trimUntrimmed, 'Video is untrimmed. Use the controls to adjust the length of your video.'],
    [messages.trimNowhere, 'Something went wrong. Please try again later.'],
    [messages.durationTooShort, 'Min duration is .1 second'],
    [messages.durationTooLong, 'Max duration is 8 minutes'],
    [messages.durationFormat, 'Poorly formatted duration, try something like 123, 1.23, or 1:23'],
    [messages.videoTooLong, 'Video duration can be no longer than 20 min'],
    [messages.gifTooLong, "Max GIF duration is 60s'  Trim video or switch output to mp4"],
    [messages.gifHasNoSound, 'Warning: gifs do not support audio, audio will not be included in final output'],
    [messages.clipsMissing, 'Please add few clips to create a video!'],
    [messages.subtitlesMissing, 'No subtitles found, please add a subtitle to create your video'],
    [messages.thanksMissing, 'Please enter something you are thankful for!'],
    [messages.loopTooLong, 'The output video must be less than 7 minutes long. Choose a fewer number of loops.'],
    [
      messages.stopMotionTooLong,
      'Your final video cannot be longer than 1 min. Please trim the video or adjust the clip rate and speed.',
    ],
    [speechMessages.notStarted, 'Something went wrong while transcribing. Please try again later!'],
    [speechMessages.failed, 'Failed to transcribe, please try again later'],
  ])('read letter for letter: %s', (sentence, specified) => {
    expect(sentence).toBe(specified);
  });
});

describe('the numbers of the specification', () => {
  it.each<[string, unknown, unknown]>([
    ['largest upload', limits.MAX_UPLOAD_BYTES, 300_000_000],
    ['longest pasted URL', limits.MAX_URL_LENGTH, 2000],
    ['longest source', limits.MAX_SOURCE_SECONDS, 30 * 60],
    ['longest Studio video', limits.MAX_VIDEO_SECONDS, 1200],
    ['longest GIF', limits.MAX_GIF_SECONDS, 60],
    ['longest loop', limits.MAX_LOOP_SECONDS, 420],
    ['longest stop-motion', limits.MAX_STOP_MOTION_SECONDS, 60],
    ['image scene', limits.IMAGE_SCENE_SECONDS, 3],
    ['emptied scene', limits.EMPTIED_SCENE_SECONDS, 1],
    ['animated scene', limits.ANIMATED_SCENE_SECONDS, 5],
    ['custom length', [limits.MIN_CUSTOM_SECONDS, limits.MAX_CUSTOM_SECONDS], [0.1, 480]],
    ['preset lengths', presetSeconds, [0.5, 1, 2, 5, 10]],
    ['shortest trim', limits.MIN_TRIM_SECONDS, 1],
    ['tolerance of an untrimmed file', limits.UNTRIMMED_TOLERANCE, 0.01],
    ['trim keys', [TRIM_STEPS.fine, TRIM_STEPS.coarse], [0.03, 0.1]],
    ['audio loop threshold', limits.AUDIO_LOOP_THRESHOLD, 10],
    ['audio start before the end', limits.AUDIO_END_MARGIN, 0.2],
    ['offset of a copy', limits.DUPLICATE_OFFSET_PERCENT, 3],
    ['font sizes', [limits.MIN_FONT_SIZE, limits.MAX_FONT_SIZE, limits.FALLBACK_FONT_SIZE], [6, 500, 16]],
    ['text outline', limits.TEXT_OUTLINE_WIDTH, 5],
    ['smallest layer', MIN_LAYER_SIDE, 15],
    ['Line Width', lineWidthRange, { min: 0, max: 1e8, step: 1 }],
    ['Opacity', opacityRange, { min: 0, max: 1, step: 0.1 }],
    ['aspect ratios', ratioPresets.map(({ ratio }) => ratio), ['1:1', '9:16', '16:9', '4:5', '5:4']],
    [
      'text animations',
      ['text-focus-in', 'text-flicker-in-glow', 'hue-rotate'].map((id) => animationSeconds[id as 'hue-rotate']),
      [0.5, 2, 1],
    ],
    ['canvas and seeker refresh', [CANVAS_REFRESH_MS, SEEKER_REFRESH_MS], [42, 30]],
    ['font timeout', FONT_TIMEOUT_MS, 3000],
    ['conversion polling', CONVERSION_POLL_MS, 2000],
    ['transcription polling', [TRANSCRIPTION_POLL_MS, TRANSCRIPTION_MOST_FAILURES], [3000, 3]],
  ])('%s', (_, value, specified) => {
    expect(value).toEqual(specified);
  });
});

it('a new project has the values of the specification', () => {
  expect(newProject(() => 'id')).toMatchObject({
    ...{ ratio: '1:1', width: 1280, height: 1280, background: '#ffffff' },
    ...{ fontStyle: 'normal', fontWeight: 'bold', lineWidth: 0, textAlign: 'center', textShadow: '#000000' },
    ...{ quality: 'high', snapToGrid: true },
  });
});

it('the default fonts are those of the specification', () => {
  expect(defaultFamilies).toEqual([
    ...['Arial', 'Impact', 'Arial Black', 'Comic Sans MS', 'Courier New', 'Georgia', 'Helvetica', 'Verdana'],
    'Times New Roman',
  ]);
});

it('the subtitle page has the screens of the specification', () => {
  const colors = ['video-background-color', 'text-background-color', 'text-color'];
  expect(Object.keys(subtitleScreens)).toEqual(expect.arrayContaining([...colors, 'fonts', 'transcribe']));
});
