import { act } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { VoiceOver } from '../../../ui/studio/voice/VoiceOver.tsx';
import { click, freshScreen, names, open, place, show } from '../studioScreen.ts';

freshScreen();
afterEach(() => vi.unstubAllGlobals());

/** Stubs a browser without access to a microphone. */
function refuseWith(name: string): void {
  vi.stubGlobal('MediaRecorder', class {});
  const getUserMedia = () => Promise.reject(new DOMException('', name));
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { mediaDevices: { getUserMedia } }));
}

it('explains why there is no microphone and tries again', async () => {
  open([{ type: 'text' }]);
  refuseWith('NotAllowedError');
  await show(<VoiceOver />);
  await act(async () => {});
  expect(place.querySelector('[role="alert"]')?.textContent).toContain('The microphone was not allowed.');
  refuseWith('NotFoundError');
  await click('Try again');
  await act(async () => {});
  expect(place.querySelector('[role="alert"]')?.textContent).toContain('No microphone was found.');
  expect(names()).toEqual(['Try again']);
});

it('reports a browser that gives the page no microphone', async () => {
  open([{ type: 'text' }]);
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { mediaDevices: undefined }));
  await show(<VoiceOver />);
  await act(async () => {});
  expect(place.textContent).toContain('only on https pages');
});
