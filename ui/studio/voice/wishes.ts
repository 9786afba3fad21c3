/** What somebody chose for voice-overs, kept in this browser. */
export interface VoiceWishes {
  hasCountdown: boolean;
  /** Id of the microphone; undefined: the usual one. */
  microphone?: string | undefined;
}

const KEY = 'voiceOver';

/** What was chosen last; at first a countdown, and the usual microphone. */
export function readWishes(): VoiceWishes {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    const { hasCountdown, microphone } = (typeof kept === 'object' && kept ? kept : {}) as Record<string, unknown>;
    return {
      hasCountdown: hasCountdown !== false,
      microphone: typeof microphone === 'string' && microphone !== '' ? microphone : undefined,
    };
  } catch {
    return { hasCountdown: true };
  }
}

/** Keeps what was chosen. */
export function keepWishes(wishes: VoiceWishes): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(wishes));
  } catch {
    // Full or forbidden storage: it counts until the page is closed.
  }
}
