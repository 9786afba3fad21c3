import { act } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LevelWatch } from '../../../engine/browser/sound/levelWatch.ts';
import { VoiceOver } from '../../../ui/studio/voice/VoiceOver.tsx';
import { click, freshScreen, names, open, place, show, status } from '../studioScreen.ts';

freshScreen();

/** Requests for microphones. */
let asked: unknown[];
let recorders: { state: string }[];
/** Amplitude that the microphone picks up. */
let strength: number;

const devices = ['built-in', 'headset'].map((deviceId) => ({ kind: 'audioinput', deviceId, label: `The ${deviceId}` }));

/** Stubs a browser with this many microphones, the first of which is the default. */
function stubMicrophones(count: number): void {
  const there = devices.slice(0, count);
  const getUserMedia = async ({ audio }: { audio: true | { deviceId: { exact: string } } }) => {
    asked.push(audio);
    const deviceId = audio === true ? 'built-in' : audio.deviceId.exact;
    if (!there.some((one) => one.deviceId === deviceId)) throw new DOMException('', 'OverconstrainedError');
    return { getAudioTracks: () => [{ getSettings: () => ({ deviceId }) }], getTracks: () => [{ stop: () => {} }] };
  };
  const listed = [{ kind: 'audioinput', deviceId: 'default', label: 'Default' }, ...there, { kind: 'videoinput' }];
  const mediaDevices = Object.assign(new EventTarget(), { getUserMedia, enumerateDevices: async () => listed });
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { mediaDevices }));
}

class Recorder extends EventTarget {
  static isTypeSupported = () => true;
  state = 'inactive';
  mimeType = 'audio/webm';
  constructor() {
    super();
    recorders.push(this);
  }
  start(): void {
    this.state = 'recording';
  }
  stop(): void {
    this.state = 'inactive';
    this.dispatchEvent(new Event('stop'));
  }
}

class Context {
  createMediaStreamSource = () => ({ connect: () => {} });
  close = async () => {};
}

class Analyser {
  fftSize = 4;
  getFloatTimeDomainData(samples: Float32Array): void {
    samples.fill(strength);
  }
}

beforeEach(() => {
  [asked, recorders, strength] = [[], [], 0.1];
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'] });
  for (const [name, stub] of Object.entries({ MediaRecorder: Recorder, AudioContext: Context, AnalyserNode: Analyser }))
    vi.stubGlobal(name, stub);
  open([{ type: 'text' }]);
});
afterEach(() => vi.unstubAllGlobals());

const clock = () => place.querySelector('[data-phase] strong')?.textContent;
const later = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));
const countdown = () => place.querySelector('[role="switch"]') as HTMLButtonElement;
const choice = () => place.querySelector('select');
const isRecording = () => recorders.some(({ state }) => state === 'recording');

async function openPanel(microphones = 1): Promise<void> {
  stubMicrophones(microphones);
  await show(<VoiceOver />);
  await later(0);
}

describe('a take', () => {
  it('counts down from 3 with announcements, then records', async () => {
    await openPanel();
    await click('Record');
    const told: unknown[] = [];
    for (let i = 0; i < 3; i += 1) {
      told.push([clock(), status().textContent, isRecording()]);
      await later(1000);
    }
    expect(told).toEqual([
      ['3', '3', false],
      ['2', '2', false],
      ['1', '1', false],
    ]);
    expect([isRecording(), status().textContent]).toEqual([true, 'Recording']);
  });

  it('is canceled during its countdown, which then starts from the beginning', async () => {
    await openPanel();
    await click('Record');
    await later(1500);
    await click('Cancel');
    expect([names()[0], status().textContent]).toEqual(['Record', 'Canceled']);
    await click('Record');
    // The canceled countdown would have ended by now.
    await later(2500);
    expect([clock(), isRecording()]).toEqual(['1', false]);
    await later(500);
    expect(isRecording()).toBe(true);
  });

  it('starts immediately without a countdown and remembers the setting', async () => {
    await openPanel();
    await act(async () => countdown().click());
    expect(place.textContent).toContain('The video plays from there while you speak.');
    await show(null);
    await openPanel();
    expect(countdown().getAttribute('aria-checked')).toBe('false');
    await click('Record');
    await later(0);
    expect(isRecording()).toBe(true);
    expect(countdown().disabled).toBe(true);
  });
});

describe('the microphone', () => {
  it('can be selected if there are several, and is then remembered', async () => {
    await openPanel(2);
    expect([...(choice()?.options ?? [])].map(({ text }) => text)).toEqual(['The built-in', 'The headset']);
    expect(choice()?.value).toBe('built-in');
    await act(async () => {
      const select = choice() as HTMLSelectElement;
      select.value = 'headset';
      select.dispatchEvent(new Event('change', { bubbles: true }));
    });
    await later(0);
    expect([choice()?.value, names()[0]]).toEqual(['headset', 'Record']);
    await show(null);
    await openPanel(2);
    expect(asked).toEqual([true, { deviceId: { exact: 'headset' } }, { deviceId: { exact: 'headset' } }]);
  });

  it('falls back to another one when the selected one is gone, and offers no choice of one', async () => {
    localStorage.setItem('voiceOver', JSON.stringify({ microphone: 'headset' }));
    await openPanel(1);
    expect(asked).toEqual([{ deviceId: { exact: 'headset' } }, true]);
    expect([choice(), names()[0]]).toEqual([null, 'Record']);
  });

  it('shows its level in decibels and reports silence', async () => {
    await openPanel();
    await later(100);
    const meter = place.querySelector('meter') as HTMLMeterElement;
    expect(Number(meter.getAttribute('value'))).toBeCloseTo(40 / 60, 3);
    strength = 0;
    await later(5000);
    expect(Number(meter.getAttribute('value'))).toBe(0);
    expect(place.textContent).toContain('No signal. Is the microphone muted?');
    strength = 1;
    await later(100);
    expect(place.textContent).toContain('Too loud');
    strength = 0.2;
    await later(2000);
    expect(place.textContent).not.toContain('Too loud');
  });
});

it('holds the peak level for a while', () => {
  const watch = new LevelWatch();
  const highest = (level: number, now: number) => Math.round(watch.add(level, now).highest);
  expect([highest(0.1, 0), highest(0.5, 100), highest(0.1, 1500), highest(0.1, 1700)]).toEqual([-20, -6, -6, -20]);
});
