/** An open microphone. */
export interface Microphone {
  /** Its id as in `listMicrophones`; '' if the browser does not report it. */
  id: string;
  /** The current amplitude, 0 to 1. */
  level(): number;
  /** Starts recording. */
  start(): void;
  /** Stops recording. @returns the recorded audio. */
  stop(): Promise<Blob>;
  /** Releases the microphone and discards a running recording. */
  close(): void;
}

/** An available microphone. */
export interface MicrophoneName {
  id: string;
  /** Display name. */
  label: string;
}

/** Recording formats in order of preference: Opus, except in Safari. */
const formats = ['audio/webm;codecs=opus', 'audio/mp4', 'audio/ogg;codecs=opus'];
/** Pseudo-devices that duplicate a listed one. */
const aliases = ['default', 'communications'];

/**
 * Requests access to a microphone.
 * @param id the preferred one; the default if undefined or unavailable.
 * @throws Error with a message for the user if none is available.
 */
export async function openMicrophone(id?: string): Promise<Microphone> {
  const stream = await askFor(id);
  const context = new AudioContext();
  const analyser = new AnalyserNode(context, { fftSize: 2048 });
  context.createMediaStreamSource(stream).connect(analyser);
  const samples = new Float32Array(analyser.fftSize);
  const mimeType = formats.find((format) => MediaRecorder.isTypeSupported(format));
  const recorder = new MediaRecorder(stream, mimeType ? { mimeType } : {});
  const parts: Blob[] = [];
  recorder.addEventListener('dataavailable', ({ data }) => parts.push(data));
  return {
    id: stream.getAudioTracks()[0]?.getSettings().deviceId ?? '',
    level: () => {
      analyser.getFloatTimeDomainData(samples);
      return Math.min(
        1,
        samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0),
      );
    },
    start: () => recorder.start(),
    stop: () =>
      new Promise((resolve) => {
        recorder.addEventListener('stop', () => resolve(new Blob(parts, { type: plainType(recorder.mimeType) })), {
          once: true,
        });
        recorder.stop();
      }),
    close: () => {
      for (const track of stream.getTracks()) track.stop();
      context.close().catch(() => undefined);
    },
  };
}

/** Lists microphones. Browsers reveal them only after access was granted once. */
export async function listMicrophones(): Promise<MicrophoneName[]> {
  const devices = (await navigator.mediaDevices?.enumerateDevices?.().catch(() => [])) ?? [];
  return devices
    .filter(({ kind, deviceId }) => kind === 'audioinput' && deviceId !== '' && !aliases.includes(deviceId))
    .map(({ deviceId, label }, i) => ({ id: deviceId, label: label || `Microphone ${i + 1}` }));
}

/** Calls back when a microphone is connected or removed. @returns a function that stops it. */
export function watchMicrophones(onChange: () => void): () => void {
  const { mediaDevices } = navigator;
  mediaDevices?.addEventListener?.('devicechange', onChange);
  return () => mediaDevices?.removeEventListener?.('devicechange', onChange);
}

/** File extension of a recording. */
export function endingOf({ type }: Blob): string {
  return { 'audio/mp4': 'm4a', 'audio/ogg': 'ogg' }[type] ?? 'webm';
}

function plainType(type: string): string {
  return type.split(';')[0] ?? 'audio/webm';
}

async function askFor(id: string | undefined): Promise<MediaStream> {
  if (!navigator.mediaDevices || !('MediaRecorder' in globalThis)) {
    throw new Error('This browser allows the microphone only on https pages and on this computer.');
  }
  try {
    return await navigator.mediaDevices.getUserMedia({ audio: id === undefined ? true : { deviceId: { exact: id } } });
  } catch (error) {
    const name = error instanceof DOMException ? error.name : '';
    if (id !== undefined && (name === 'OverconstrainedError' || name === 'NotFoundError')) return askFor(undefined);
    throw new Error(wordsOf(name));
  }
}

function wordsOf(name: string): string {
  if (name === 'NotAllowedError' || name === 'SecurityError') {
    return 'The microphone was not allowed. Allow it for this page in the browser’s settings, then try again.';
  }
  if (name === 'NotFoundError') return 'No microphone was found. Connect one, then try again.';
  return 'The microphone is not available. Another program may be using it. Try again.';
}
