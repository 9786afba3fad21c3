import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { rename } from '../../../ui/studio/projects/ProjectName.tsx';
import { StudioBoundary } from '../../../ui/studio/Studio.tsx';
import { change, studio } from '../../../ui/studio/state/studio.ts';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
const place = document.createElement('div');
document.body.append(place);
const root = createRoot(place, { onCaughtError: () => {} });
afterEach(() => act(async () => root.unmount()));

function Broken(): never {
  throw new Error('A part of the Studio broke.');
}

describe('StudioBoundary', () => {
  it('offers the project as a file after a crash', async () => {
    rename('Postcard');
    change((project) => ({ ...project, background: '#123456' }));
    let saved: Blob | undefined;
    vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
      saved = blob as Blob;
      return 'blob:saved';
    });
    const clicked = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
    await act(async () =>
      root.render(
        <StudioBoundary>
          <Broken />
        </StudioBoundary>,
      ),
    );
    expect(place.querySelector('[role=alert]')?.textContent).toContain('An error occurred');
    await act(async () => place.querySelector('button')?.click());
    expect(clicked).toHaveBeenCalledOnce();
    expect(JSON.parse((await saved?.text()) ?? '')).toEqual({ ...studio.project });
    expect(studio.project.background).toBe('#123456');
  });
});
