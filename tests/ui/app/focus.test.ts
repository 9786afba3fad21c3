import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { keepFocus } from '../../../ui/app/focus.ts';

let stop = () => {};
beforeEach(() => {
  stop = keepFocus();
});
afterEach(() => {
  stop();
  document.body.replaceChildren();
});

/** Shows HTML in the page and focuses the element with the id "pressed". */
function show(html: string): void {
  document.body.innerHTML = html;
  document.getElementById('pressed')?.focus();
}

const remove = (id: string) => document.getElementById(id)?.remove();
const focused = () => document.activeElement?.id;

describe('when the focused element is removed', () => {
  it.each([
    [
      'its panel gets the focus',
      '<main id="main" tabindex="-1"><section id="next" tabindex="-1">',
      '</section></main>',
    ],
    [
      'the heading of its dialog gets the focus',
      '<main id="main" tabindex="-1"></main><dialog open><h2 id="next" tabindex="-1">Sheet</h2><div>',
      '</div></dialog>',
    ],
    [
      'the heading of the page gets the focus',
      '<main id="main" tabindex="-1"><h1 id="next" tabindex="-1">Page</h1>',
      '',
    ],
  ])('%s', async (_, before, after) => {
    show(`${before}<button id="pressed"></button>${after}`);
    remove('pressed');
    await expect.poll(focused).toBe('next');
  });

  it('with all of its page, the start of the next page gets the focus once it is loaded', async () => {
    show('<div id="page"><main id="main" tabindex="-1"><button id="pressed"></button></main></div>');
    remove('page');
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(document.activeElement).toBe(document.body);
    document.body.innerHTML = '<main id="main" tabindex="-1"></main>';
    await expect.poll(focused).toBe('main');
  });

  it('or hidden with all of its page, the next page gets the focus once it is loaded', async () => {
    show('<div id="page"><button id="pressed"></button></div>');
    const pressed = document.getElementById('pressed') as HTMLElement;
    // The simulated page has no layout.
    pressed.checkVisibility = () => false;
    pressed.blur();
    await new Promise((resolve) => setTimeout(resolve, 20));
    document.body.insertAdjacentHTML('beforeend', '<main id="main" tabindex="-1"></main>');
    await expect.poll(focused).toBe('main');
  });

  it('the focus stays where a component moved it', async () => {
    show('<main id="main" tabindex="-1"><button id="pressed"></button><button id="next"></button></main>');
    remove('pressed');
    setTimeout(() => document.getElementById('next')?.focus());
    await expect.poll(focused).toBe('next');
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(focused()).toBe('next');
  });
});

it('a focus that was lost before is not moved when its element is removed', async () => {
  show('<main id="main" tabindex="-1"><button id="pressed"></button></main>');
  document.getElementById('pressed')?.blur();
  await Promise.resolve();
  remove('pressed');
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(document.activeElement).toBe(document.body);
});
