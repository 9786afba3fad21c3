import { codecTitles, type Output, outputTitle, titleWithCodec, type VideoCodec } from './output.ts';
import { pageMessages } from './pageMessages.ts';

/** Sentences that pages, API and command line share, word for word. */
export const messages = {
  ...pageMessages,
  noContent: 'No content found for this URL.',
  sourceTooLong: 'Videos must be shorter than 30 min.',
  soundTooLong: 'Sounds must be shorter than 30 min.',
  toolTooLong: 'The result can be at most 30 min long.',
  trimOrder: 'Please choose a valid start and end time.',
  timeOrder: 'A layer must end after it starts.',
  cueOrder: 'A subtitle must end after it starts.',
  keyframeOrder: 'Keyframes must be sorted by time, with no two at the same time.',
  splitOutside: 'To split a layer, move the playhead into it, at least 0.1 s from its ends.',
  splitScene: 'To split a scene, move the playhead into it, at least 0.1 s from its ends.',
  splitSceneGap: 'To split a scene with a video, move the playhead to where one of its videos plays.',
  removeSpanAll: 'The marks enclose the whole video. Move a mark to keep a part of it.',
  cutLocked: 'A locked layer is heard in this part. Unlock it to cut it.',
  tooManyProjectLayers: 'The whole project can have at most 500 layers besides those of its scenes.',
  cutElsewhere: 'The video was changed in the same places. Undo those changes first.',
  removeSpanAudio: 'It lasts as long as the audio. Trim the audio to change that.',
  tooManyScenes: 'A project can have at most 500 scenes.',
  freezeOutside: 'A frame can only be frozen while its video is visible.',
  splitLoops: 'A looping or boomerang video cannot be split.',
  freezeLoops: 'A frame of a looping or boomerang video cannot be frozen.',
  trimTooShort: 'Your video must be at least 1 second long.',
  audioTrimTooShort: 'Your audio must be at least 1 second long.',
  trimUntrimmed: 'Video is untrimmed. Use the controls to adjust the length of your video.',
  videoTooLong: 'Video duration can be no longer than 20 min',
  gifTooLong: "Max GIF duration is 60s'  Trim video or switch output to mp4",
  animationTooLong: 'An animation can be at most 60 s long. Trim the video or switch the output to MP4.',
  zipTooLarge: 'A zip of these frames would be larger than 4 GB. Choose a shorter part, or a smaller size.',
  tooManyFrames: 'A zip can contain at most 65,535 frames. Choose a shorter part, or fewer frames per second.',
  fitUnfit: 'The size of this format cannot be limited. Remove the size limit, or choose another format.',
  bitrateUnfit: 'Set either a bit rate or a size limit.',
  bitrateOfProres: 'ProRes has no bit rate to choose. Remove it, or choose another codec.',
  gifHasNoSound: 'Warning: gifs do not support audio, audio will not be included in final output',
  /** {n} stands for megabytes. */
  fitTooSmall: 'This cannot be smaller than about {n} MB. Please allow a larger file, or make it shorter.',
  animationHasNoSound: 'This format has no audio: it will not be included.',
  clipsMissing: 'Please add few clips to create a video!',
  audioFileMissing: 'You must choose an audio file!',
  stopMotionTooLong:
    'Your final video cannot be longer than 1 min. Please trim the video or adjust the clip rate and speed.',
  watermarkMissing: 'Please enter a text or choose a picture for your watermark.',
  subtitlesMissing: 'No subtitles found, please add a subtitle to create your video',
  subtitlesTooLate: 'All subtitles start after the end of the video. Shift their times, or choose other subtitles.',
  nothingLeft: 'Everything is cut from this video. Keep at least one part.',
  tooManyParts: 'A video can be cut into at most 500 parts.',
  soundMissing: 'This file has no audio.',
  pictureMissing: 'Audio has no frames. Choose an audio format.',
  textMissing: 'Please enter a text for your video.',
  thanksMissing: 'Please enter something you are thankful for!',
  loopTooLong: 'The output video must be less than 7 minutes long. Choose a fewer number of loops.',
  uploadTooLarge: 'Your content must be under 300MB',
  uploadNoBytes: 'This file is empty. Please choose another one.',
  uploadFormat:
    'Your file format is not currently supported. Currently we only support .gif, .jpg, .png, .mp4, .mov, .webm, .ogg, .mpeg formats.',
  uploadNoType:
    'Your upload has an invalid type. Please choose a video or image to upload, and make sure your file has a correct extension.',
  uploadNeedsImage: 'You must choose an image to use this feature. Currently we support .jpg, .png, and .gif formats.',
  uploadNothing: 'Please choose a file to upload.',
  uploadEmptyList: 'Please choose a file!',
  replaceNothing: 'No layer to replace. Please refresh the page and try again.',
  replaceNeedsVideo: 'Choose a video: this file is used as a video.',
  replaceNeedsImage: 'Choose an image: this file is used as an image.',
  replaceNeedsAudio: 'Choose a file with audio: the audio of this file is used.',
  noFonts: 'No fonts found.',
  /** For a response with neither a message nor a status text. */
  noStatusText: 'An error occurred.',
  uploadFailed: 'An error occurred while uploading. Please try again later.',
  uploadUnreadable: 'An error occurred during upload. Please make sure your media is a compatible format.',
  uploadAgain: 'An error occurred during upload. Please try again.',
  uploadJpeg: 'Something went wrong. Please make sure your media is a compatible format.',
  uploadFetches: 'Fetching content...',
  uploadBegins: 'Just a second...',
  uploadProcesses: 'Processing content ...',
  uploadSends: 'Uploading Files...',
  /** {n} stands for the whole percentage that has been sent. */
  uploadPercent: 'Uploading ... {n}%',
  uploadElsewhere: 'Waiting for another tab ...',
  uploadGif: 'Processing GIF',
  noLink: 'This is not a link. Paste an address such as https://example.org/video.mp4.',
  gifConversionFailed: 'GIF conversion failed',
  audioStartTooLate: 'Audio start time is too close to the video duration. Please select an earlier audio start time.',
  audioMissing: 'Something went wrong. Please make sure you have uploaded audio and try again.',
  trimNowhere: 'Something went wrong. Please try again later.',
  durationTooShort: 'Min duration is .1 second',
  durationTooLong: 'Max duration is 8 minutes',
  durationFormat: 'Poorly formatted duration, try something like 123, 1.23, or 1:23',
} as const;

/** Message for a project that names an audio track that its file does not have. */
export function audioTrackMissing(name: string, count: number): string {
  if (count === 1) return `"${name}" has only one audio track.`;
  return `"${name}" has ${count} audio tracks. Choose one from 1 to ${count}.`;
}

/** Note on a file with several audio tracks if none was chosen. */
export function audioTrackUsed(name: string, track: number, count: number): string {
  return `"${name}" has ${count} audio tracks; track ${track} is used. Set the audio track to choose another one.`;
}

/** The installed ffmpeg lacks a codec. @param encoders that would do. */
export function codecMissing(codec: VideoCodec, encoders: readonly string[]): string {
  const needed = encoders.join(' or ');
  return `The installed ffmpeg cannot encode ${codecTitles[codec]}: it lacks ${needed}. Choose another codec.`;
}

/** Note on a transparent source whose output has no alpha. @param name of the source. */
export function transparencyFilled(name: string, output: Output): string {
  return `${opaqueTitle(output)} cannot be transparent: the transparent parts of ${name} are filled.`;
}

/** Note on a project with a transparent background whose output has no alpha. */
export function backgroundFilled(output: Output): string {
  return `${opaqueTitle(output)} cannot be transparent: the transparent background is filled.`;
}

/** A MOV and a WebM can be transparent, but not with every codec. */
function opaqueTitle(output: Output): string {
  return output.type === 'video' && output.container !== 'mp4' ? titleWithCodec(output) : outputTitle(output);
}
