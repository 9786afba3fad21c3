import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Notices } from '../../../ui/app/Notices.tsx';
import { restoreTheme, ThemeToggle, theme } from '../../../ui/app/theme.tsx';
import { closeAllNotices, showError } from '../../../ui/client/page/notices.ts';
import { ProblemList } from '../../../ui/kit/ProblemList.tsx';
import { closeHomeProject, openFiles } from '../../../ui/pages/home/homeProject.ts';
import { MediaList, RenderAction } from '../../../ui/pages/home/OpenProject.tsx';
import { homeProject } from '../../../ui/pages/home/openedProject.ts';
import { NotFound } from '../../../ui/pages/NotFound.tsx';
import { fileOf, projectFile, projectWith } from '../make.ts';

(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;

let root: Root;
let place: HTMLElement;

beforeEach(() => {
  place = document.createElement('div');
  document.body.append(place);
  root = createRoot(place);
});
afterEach(async () => {
  await act(async () => root.unmount());
  place.remove();
  closeHomeProject();
  closeAllNotices();
});

const show = (screen: React.ReactNode) => act(async () => root.render(screen));
const textOf = (selector: string) => [...place.querySelectorAll(selector)].map((element) => element.textContent);
const click = (selector: string) => act(async () => place.querySelector<HTMLElement>(selector)?.click());

describe('ProblemList', () => {
  it('shows a sentence, the pointer and the value of each problem', async () => {
    await openFiles([projectFile('p.json', { width: 5, height: 'tall', scenes: [{ id: 'a' }] })]);
    await show(<ProblemList problems={homeProject.problems} text={homeProject.text} />);
    expect(textOf('h2')).toEqual(['2 problems found']);
    expect(textOf('li p')).toEqual(['"width" must be at least 16.', '"height" must be a number, not text.']);
    expect(textOf('li b')).toEqual(['5', '"tall"']);
    expect(textOf('li code')[0]).toContain('/width');
  });

  it('shows a long list in portions', async () => {
    const layers = Array.from({ length: 120 }, (_, index) => ({ id: `t${index}`, type: 'text', color: 'none such' }));
    await openFiles([projectFile('p.json', { scenes: [{ id: 'a', layers }] })]);
    await show(<ProblemList problems={homeProject.problems} text={homeProject.text} />);
    expect(textOf('h2')).toEqual(['120 problems found']);
    expect(place.querySelectorAll('li')).toHaveLength(50);
    await click('button');
    await click('button');
    expect(place.querySelectorAll('li')).toHaveLength(120);
    expect(place.querySelector('button')).toBeNull();
  });
});

describe('MediaList', () => {
  it('shows missing files and disables rendering until all files are present', async () => {
    await openFiles([projectFile('p.json', projectWith('a.mp4', 'b.png')), fileOf('a.mp4')]);
    await show(
      <>
        <MediaList />
        <RenderAction />
      </>,
    );
    expect(textOf('li [title]')).toEqual(['a.mp4', 'b.png']);
    expect(textOf('[role=status]')).toEqual(['1 missing']);
    const render = [...place.querySelectorAll('button')].find(({ textContent }) => textContent === 'Render');
    expect(render?.getAttribute('aria-disabled')).toBe('true');
    await act(async () => render?.click());
    expect(homeProject.step).toBe('idle');
    await act(async () => openFiles([fileOf('b.png')]));
    expect(textOf('[role=status]')).toEqual(['All files are here']);
    expect(render?.getAttribute('aria-disabled')).toBe('false');
  });
});

describe('small components', () => {
  it('Notices announces an error, which its button closes', async () => {
    await show(<Notices />);
    await act(async () => showError());
    expect(textOf('[role=alert] p')).toEqual(['An error occurred. Please try again later.']);
    await click('[aria-label=Close]');
    expect(place.querySelector('[role=alert]')).toBeNull();
  });

  it('ThemeToggle cycles through the themes and stores the choice', async () => {
    localStorage.clear();
    restoreTheme();
    await show(<ThemeToggle />);
    const seen = [];
    for (let turn = 0; turn < 3; turn += 1) {
      await click('button');
      seen.push([
        theme.choice,
        document.documentElement.dataset.theme,
        place.querySelector('button')?.getAttribute('aria-label'),
      ]);
    }
    expect(seen).toEqual([
      ['light', 'light', 'Theme: light'],
      ['dark', 'dark', 'Theme: dark'],
      ['system', undefined, 'Theme: system'],
    ]);
    localStorage.setItem('cutroom-theme', 'dark');
    restoreTheme();
    expect(document.documentElement.dataset.theme).toBe('dark');
    localStorage.setItem('cutroom-theme', 'nonsense');
    restoreTheme();
    expect(theme.choice).toBe('system');
  });

  it('NotFound shows the text of the specification and links to the home page', async () => {
    await show(<NotFound />);
    expect(place.textContent).toContain('404');
    expect(place.textContent).toContain("That page wasn't found.");
    expect(place.textContent).toContain('Our team is looking into it.');
    expect(place.querySelector('a')?.getAttribute('href')).toBe('/');
  });
});
