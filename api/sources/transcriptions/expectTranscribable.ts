import { MAX_SOURCE_SECONDS } from '../../../engine/project/limits.ts';
import type { MediaFacts } from '../../../engine/project/media.ts';
import { messages } from '../../../engine/project/messages.ts';
import { ProblemError, problem } from '../../../engine/project/problems.ts';

/** Rejects files without audio, and long ones. @throws ProblemError */
export function expectTranscribable({ kind, hasAudio, duration }: MediaFacts): void {
  const refuse = (message: string) => new ProblemError([problem('settings.invalid', ['sourceVideo'], message)]);
  if (kind === 'image' || !hasAudio) throw refuse(messages.soundMissing);
  if (duration > MAX_SOURCE_SECONDS) throw refuse(kind === 'audio' ? messages.soundTooLong : messages.sourceTooLong);
}
