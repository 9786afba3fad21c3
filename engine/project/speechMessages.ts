/** Messages about speech recognition, separate because few pages need them. */
export const speechMessages = {
  notStarted: 'Something went wrong while transcribing. Please try again later!',
  failed: 'Failed to transcribe, please try again later',
  noSpeech: 'No speech was found.',
  cancelled: 'The transcription was canceled.',
} as const;
