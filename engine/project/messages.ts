/**
 * Every sentence that the two specifications fix, word for word. All doors (forms, API, terminal) show these.
 */
export const messages = {
  unknown: 'An error occurred. Please try again later.',
  notFound: "That page wasn't found.",
  noContent: 'No content found for this URL.',
  sourceTooLong: 'Videos must be shorter than 30 min.',
  trimOrder: 'Please choose a valid start and end time.',
  trimTooShort: 'Your video must be at least 1 second long.',
  audioTrimTooShort: 'Your audio must be at least 1 second long.',
  trimUntrimmed: 'Video is untrimmed. Use the controls to adjust the length of your video.',
  videoTooLong: 'Video duration can be no longer than 20 min',
  gifTooLong: "Max GIF duration is 60s'  Trim video or switch output to mp4",
  gifHasNoSound: 'Warning: gifs do not support audio, audio will not be included in final output',
  clipsMissing: 'Please add few clips to create a video!',
  loopTooLong: 'The output video must be less than 7 minutes long. Choose a fewer number of loops.',
  uploadTooLarge: 'Your content must be under 300MB',
  uploadFormat:
    'Your file format is not currently supported. Currently we only support .gif, .jpg, .png, .mp4, .mov, .webm, .ogg, .mpeg formats.',
  uploadNoType:
    'Your upload has an invalid type. Please choose a video or image to upload, and make sure your file has a correct extension.',
  uploadNeedsImage: 'You must choose an image to use this feature. Currently we support .jpg, .png, and .gif formats.',
  uploadNothing: 'Please choose a file to upload.',
  uploadEmptyList: 'Please choose a file!',
  replaceNothing: 'No layer to replace. Please refresh the page and try again.',
  noFonts: 'No fonts found.',
  uploadFailed: 'An error occurred while uploading. Please try again later.',
  uploadUnreadable: 'An error occurred during upload. Please make sure your media is a compatible format.',
  uploadFetches: 'Fetching content...',
  uploadBegins: 'Just a second...',
  uploadProcesses: 'Processing content ...',
  uploadSends: 'Uploading Files...',
  /** {n} stands for the whole percents that are sent. */
  uploadPercent: 'Uploading ... {n}%',
  uploadGif: 'Processing GIF',
  audioStartTooLate: 'Audio start time is too close to the video duration. Please select an earlier audio start time.',
  audioMissing: 'Something went wrong. Please make sure you have uploaded audio and try again.',
  trimNowhere: 'Something went wrong. Please try again later.',
  durationTooShort: 'Min duration is .1 second',
  durationTooLong: 'Max duration is 8 minutes',
  durationFormat: 'Poorly formatted duration, try something like 123, 1.23, or 1:23',
} as const;
