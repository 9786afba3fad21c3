import { proxy } from 'valtio/vanilla';
import { addVoiceOver } from '../../../engine/edit/voiceOver.ts';
import { newId } from '../../../engine/project/id.ts';
import { MAX_LAYERS_PER_SCENE } from '../../../engine/project/limits.ts';
import { messages } from '../../../engine/project/messages.ts';
import { totalDuration } from '../../../engine/timeline/durations.ts';
import { lengthInWords } from '../../components/words.ts';
import { addFile } from '../../media/addFile.ts';
import { showError, showNote } from '../../state/notices.ts';
import { takeIntoProject } from '../state/files.ts';
import { openLayer } from '../state/go.ts';
import { pause, play, seek, shownTime } from '../state/playback.ts';
import { player } from '../state/player.ts';
import { change, studio } from '../state/studio.ts';
import { endingOf, type Microphone, openMicrophone } from './microphone.ts';

/** Where a voice-over stands. */
export const voice = proxy({
  /** asking: the browser asks for the microphone; refused: there is none; counting: 3, 2, 1; saving: it becomes a layer. */
  phase: 'asking' as 'asking' | 'refused' | 'ready' | 'counting' | 'recording' | 'saving',
  /** Why there is no microphone. */
  refusal: '',
  /** Seconds that are left of the countdown. */
  count: 0,
  /** Seconds recorded so far. */
  length: 0,
  /** How loud it is right now, 0 to 1. */
  level: 0,
});

const COUNTDOWN = 3;
/** How often level and length are looked at, milliseconds. */
const TICK_MS = 50;
/** How long recording waits for the video to run, milliseconds; then it begins without it. */
const WAIT_MS = 3000;
/** A take that is shorter was a slip, seconds. */
const LEAST_TAKE = 0.3;

let microphone: Microphone | undefined;
let ticker: ReturnType<typeof setInterval> | undefined;
let ending: AbortController | undefined;
/** When the take began: in the video, seconds, and by the clock, milliseconds. */
let began = { at: 0, now: 0 };

/** Opens the microphone. @returns closes it; a take that is under way is kept. */
export function openVoice(): () => void {
  const mine = new AbortController();
  ending = mine;
  void ask(mine.signal);
  return () => {
    const taken = voice.phase === 'recording' ? stopTake(false) : Promise.resolve();
    mine.abort();
    void taken.finally(() => {
      if (ending === mine) closeAll();
    });
  };
}

/** Asks for the microphone once more. */
export function askAgain(): void {
  if (ending) void ask(ending.signal);
}

async function ask(signal: AbortSignal): Promise<void> {
  Object.assign(voice, { phase: 'asking', refusal: '', length: 0, level: 0 });
  try {
    const opened = await openMicrophone();
    if (signal.aborted) return opened.close();
    microphone = opened;
    voice.phase = 'ready';
    ticker = setInterval(tick, TICK_MS);
  } catch (error) {
    if (!signal.aborted) Object.assign(voice, { phase: 'refused', refusal: (error as Error).message });
  }
}

/** Counts down, plays from the shown moment, and records. */
export async function startTake(): Promise<void> {
  const signal = ending?.signal;
  if (voice.phase !== 'ready' || !signal) return;
  pause();
  voice.phase = 'counting';
  for (voice.count = COUNTDOWN; voice.count > 0; voice.count -= 1) {
    await new Promise((resolve) => setTimeout(resolve, 1000));
    if (signal.aborted || voice.phase !== 'counting') return;
  }
  play();
  await running();
  if (signal.aborted || !microphone) return pause();
  began = { at: shownTime(), now: performance.now() };
  microphone.start();
  voice.length = 0;
  voice.phase = 'recording';
}

/** Calls the countdown off. */
export function cancelTake(): void {
  if (voice.phase === 'counting') voice.phase = 'ready';
}

/** Ends the take, which becomes a sound where it was begun. @param opens whether its layer is opened then. */
export async function stopTake(opens = true): Promise<void> {
  if (voice.phase !== 'recording' || !microphone) return;
  voice.phase = 'saving';
  pause();
  const { at } = began;
  const length = (performance.now() - began.now) / 1000;
  const blob = await microphone.stop();
  if (length < LEAST_TAKE) {
    voice.phase = 'ready';
    return;
  }
  const file = new File([blob], `Voice-over.${endingOf(blob)}`, { type: blob.type });
  await takeIntoProject({
    words: messages.uploadBegins,
    take: (signal) => addFile(file, { audio: true, signal }),
    land: ({ url, duration }) => land(url, duration || length, at, opens),
  });
  if (voice.phase === 'saving') voice.phase = 'ready';
}

function land(url: string, duration: number, at: number, opens: boolean): void {
  const { project, layerId, unheard } = addVoiceOver(studio.project, { url, duration, at }, newId);
  change(() => project);
  if (layerId === undefined || !project.scenes.some(({ layers }) => layers.some(({ id }) => id === layerId))) {
    showError(`A scene can have ${MAX_LAYERS_PER_SCENE} layers at most.`);
    return;
  }
  if (unheard >= 0.1) {
    showNote(`The video ends before your recording: its last ${lengthInWords(unheard)} are not heard.`);
  }
  if (opens) openLayer(layerId);
}

function tick(): void {
  if (microphone) voice.level = microphone.level();
  if (voice.phase !== 'recording') return;
  voice.length = (performance.now() - began.now) / 1000;
  // At its end the video would start again; the last picture stays while somebody speaks on.
  const total = totalDuration(studio.project);
  const isOver = shownTime() >= total - (2 * TICK_MS) / 1000 || shownTime() < began.at - TICK_MS / 1000;
  if (player.state === 'playing' && isOver) {
    pause();
    seek(total);
  }
}

/** Waits until the video runs, where there is anything that plays. */
async function running(): Promise<void> {
  const until = performance.now() + WAIT_MS;
  while (player.state === 'buffering' && performance.now() < until) {
    await new Promise((resolve) => setTimeout(resolve, TICK_MS));
  }
}

function closeAll(): void {
  clearInterval(ticker);
  microphone?.close();
  microphone = undefined;
  ending = undefined;
  pause();
}
