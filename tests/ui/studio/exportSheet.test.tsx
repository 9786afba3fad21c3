import { act } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { project as projectSchema } from '../../../engine/project/project.ts';
import { server } from '../../../ui/client/page/server.ts';
import { ExportForm, ExportSheet } from '../../../ui/studio/export/ExportSheet.tsx';
import { cancelExport, exportHere, exporting } from '../../../ui/studio/state/exportHere.ts';
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
    expect(names()).toEqual(['Create the file', 'Download']);
  });

  it('reports that parts are still loading when the server becomes unreachable', async () => {
    await openGif('Summer');
    server.reachable = false;
    const said = () => place.querySelector('[role=alert]')?.textContent;
    await show(<ExportForm project={studio.project} why={undefined} isOther={false} />);
    expect(said()).toContain('Part of this page is still loading.');
    expect(names()).toEqual(['Loading ...']);
    await act(async () => Object.assign(exporting, { step: 'running', projectId: 'Summer', isFetching: true }));
    await show(<ExportSheet />);
    expect(said()).toContain('Part of this page is still loading.');
    expect(names()).toEqual(['Cancel']);
  });
});
