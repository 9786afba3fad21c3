import { act } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { project as projectSchema } from '../../../engine/project/project.ts';
import { notices } from '../../../ui/client/page/notices.ts';
import { server } from '../../../ui/client/page/server.ts';
import { ExportForm } from '../../../ui/studio/export/ExportForm.tsx';
import { ExportSheet } from '../../../ui/studio/export/ExportSheet.tsx';
import { cancelExport, exportHere, exporting } from '../../../ui/studio/state/exportHere.ts';
import { exportPlace } from '../../../ui/studio/state/go.ts';
import { openProject, studio } from '../../../ui/studio/state/studio.ts';
import { button, click, freshScreen, names, place, show } from '../studioScreen.ts';

freshScreen();
beforeEach(() => {
  history.replaceState(null, '', '/studio/editor/export');
  // Fonts never finish loading, so an export waits before its first frame.
  Object.defineProperty(document, 'fonts', {
    configurable: true,
    value: { load: () => new Promise(() => {}), check: () => true },
  });
  vi.stubGlobal('VideoFrame', class {});
});
afterEach(async () => {
  await act(async () => {
    cancelExport();
    Object.assign(exporting, { step: 'idle', error: '', made: null });
    server.reachable = true;
    exportPlace.where = 'browser';
  });
  Reflect.deleteProperty(document, 'fonts');
  vi.unstubAllGlobals();
});

/** Opens a GIF with one text layer, which needs no encoder. */
const openGif = (name: string) =>
  act(async () =>
    openProject({
      projectId: name,
      project: projectSchema.parse({
        name,
        videoType: 'gif',
        scenes: [{ id: 's', duration: 2, layers: [{ id: 't', type: 'text', text: 'Hi' }] }],
      }),
    }),
  );
/** Waits for asynchronous updates. Lazy parts of the page load slowly the first time. */
const until = (check: () => void) =>
  vi.waitFor(
    async () => {
      await act(() => new Promise((resolve) => setTimeout(resolve, 10)));
      check();
    },
    { timeout: 20_000, interval: 1 },
  );
const running = () => until(() => expect([exporting.step, exporting.isFetching]).toEqual(['running', false]));
const offered = () => until(() => expect(names()).toContain('Create the file'));

describe('ExportSheet', () => {
  it('cancels while fonts load and moves the focus between the buttons', async () => {
    await openGif('Summer');
    await show(<ExportSheet />);
    await offered();
    button('Create the file').focus();
    await click('Create the file');
    expect(document.activeElement).toBe(button('Cancel'));
    await running();
    await click('Cancel');
    await act(async () => {});
    expect(exporting.step).toBe('idle');
    expect(document.activeElement).toBe(button('Create the file'));
  });

  it('names the project of a running export while another project is open, and stops that export', async () => {
    await openGif('Summer');
    await show(<ExportSheet />);
    void exportHere();
    await running();
    expect(place.textContent).not.toContain('Summer');
    await openGif('Winter');
    expect(place.textContent).toContain('Creating the file for “Summer”');
    await click('Cancel');
    await offered();
  });

  it('hides the preview and error of another project but offers its file for download', async () => {
    await openGif('Winter');
    await act(async () =>
      Object.assign(exporting, { step: 'failed', projectId: 'Summer', name: 'Summer', error: 'Broken.' }),
    );
    await show(<ExportSheet />);
    await offered();
    expect(place.textContent).not.toContain('Broken.');
    const blob = new Blob(['video'], { type: 'image/gif' });
    const made = { blob, url: 'blob:summer', name: 'Summer.gif', width: 8, height: 8, duration: 2, print: '' };
    await act(async () => Object.assign(exporting, { step: 'done', error: '', made }));
    expect(place.querySelector('img, video')).toBeNull();
    expect(place.textContent).toContain('The previous file for “Summer” is still here.');
    expect(names().slice(-2)).toEqual(['Create the file', 'Download']);
  });

  it('reports that parts are still loading when the server becomes unreachable', async () => {
    await openGif('Summer');
    server.reachable = false;
    const said = () => place.querySelector('[role=alert]')?.textContent;
    await show(<ExportForm project={studio.project} why={undefined} failure="" />);
    expect(said()).toContain('Part of this page is still loading.');
    expect(names().at(-1)).toBe('Loading ...');
    await act(async () => Object.assign(exporting, { step: 'running', projectId: 'Summer', isFetching: true }));
    await show(<ExportSheet />);
    expect(said()).toContain('Part of this page is still loading.');
    expect(names()).toEqual(['Cancel']);
  });

  it('sets format, size, quality and name of the open project, and estimates the file', async () => {
    await act(async () =>
      openProject({
        projectId: 'p',
        project: projectSchema.parse({
          ...{ name: 'Winter', ratio: '16:9', width: 1280, height: 720 },
          scenes: [{ id: 's', duration: 10, isImageVideo: true, layers: [{ id: 't', type: 'text', text: 'Hi' }] }],
        }),
      }),
    );
    await show(<ExportSheet />);
    await offered();
    const facts = () => place.querySelector('dl')?.textContent ?? '';
    expect(facts()).toMatch(/MP4.*1280 × 720.*30 fps.*10 s.*kB to .* MB/);
    const choose = (name: string) =>
      act(async () =>
        [...place.querySelectorAll('label')]
          .find((label) => label.textContent?.startsWith(name))
          ?.querySelector('input')
          ?.click(),
      );
    await choose('1920 × 1080');
    await choose('Standard');
    await choose('WebM');
    const { width, height, quality, output } = studio.project;
    expect({ width, height, quality, output }).toEqual({
      ...{ width: 1920, height: 1080, quality: 'standard' },
      output: { type: 'video', container: 'webm' },
    });
    expect(facts()).toMatch(/WebM.*1920 × 1080/);
    expect((place.querySelector('[aria-label="Name of the file"]') as HTMLInputElement).value).toBe('Winter');
  });

  it('shows why the server failed, and offers to try again or to export in this browser', async () => {
    vi.stubGlobal('fetch', async (input: string) =>
      input.endsWith('createVideo')
        ? Response.json({ error: { code: 'disk-full', message: 'The disk is full.' } }, { status: 507 })
        : Response.json({ status: 'ok', version: '1', database: 'embedded', queued: 0, rendering: 0 }),
    );
    Object.defineProperty(document, 'fonts', {
      configurable: true,
      value: { load: async () => [], check: () => true },
    });
    await openGif('Summer');
    await act(async () => {
      exportPlace.where = 'server';
    });
    await show(<ExportSheet />);
    await offered();
    await click('Create the file');
    await until(() => expect(place.querySelector('[role=alert]')?.textContent).toContain('The disk is full.'));
    expect(names().slice(-2)).toEqual(['Try again', 'Export in this browser']);
    // The sheet says it; a message at the edge of the page would repeat it.
    expect(notices.list).toEqual([]);
    await click('Export in this browser');
    expect([exporting.projectId, exportPlace.where]).toEqual(['Summer', 'browser']);
  });
});
