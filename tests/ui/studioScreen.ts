import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import type { Layer } from '../../engine/project/layers.ts';
import { project as projectSchema } from '../../engine/project/project.ts';
import { startRouter } from '../../ui/router.ts';
import { openProject, selectedLayer } from '../../ui/studio/state/studio.ts';

(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;

let root: Root;
let endRouter: () => void;
/** Container of the screen under test. */
export let place: HTMLElement;

const { happyDOM } = window as unknown as {
  happyDOM: { setViewport(size: { width: number; height: number }): void };
};

/** Whether the window has room for the inspector, or is as small as a phone. */
export const resizeTo = (size: 'desktop' | 'phone'): void =>
  happyDOM.setViewport(size === 'desktop' ? { width: 1024, height: 768 } : { width: 390, height: 844 });

/**
 * Gives each test of a file a new container, the editor's root path and empty storage.
 * @param size of the window.
 */
export function freshScreen(size: 'desktop' | 'phone' = 'desktop'): void {
  beforeEach(() => {
    resizeTo(size);
    place = document.createElement('div');
    document.body.append(place);
    root = createRoot(place);
    endRouter = startRouter();
    history.replaceState(null, '', '/studio/editor');
    localStorage.clear();
  });
  afterEach(async () => {
    await act(async () => root.unmount());
    place.remove();
    endRouter();
    resizeTo('desktop');
    vi.useRealTimers();
  });
}

const box = { x: '10%', y: '10%', width: '50%', height: '20%' };

/** Opens a project whose scene has these layers, with the first one selected. */
export function open(layers: object[], rest: object = {}): void {
  const scenes = [{ id: 's', layers: layers.map((layer, index) => ({ id: `l${index}`, position: box, ...layer })) }];
  const project = projectSchema.parse({ scenes, ...rest });
  openProject({ projectId: 'p', project, selectedLayerId: layers.length > 0 ? 'l0' : null });
}

export const show = (screen: React.ReactNode) => act(async () => root.render(screen));

/** Text of an element as a screen reader reads it, without images and hidden parts. */
export function wordsOf(one: Element): string {
  const read = one.cloneNode(true) as Element;
  for (const hidden of read.querySelectorAll('[aria-hidden="true"]')) hidden.remove();
  return read.textContent?.trim() ?? '';
}

const nameOf = (one: Element) => one.getAttribute('aria-label') ?? wordsOf(one);

/** The only button with this name. */
export function button(name: string): HTMLButtonElement {
  const named = [...place.querySelectorAll('button')].filter((one) => nameOf(one) === name);
  expect(named.map(() => name)).toEqual([name]);
  return named[0] as HTMLButtonElement;
}

/** The field with this label. */
export const field = (label: string) =>
  [...place.querySelectorAll('label')].find((one) => one.textContent === label)?.control as HTMLInputElement;
/** The slider with this name. */
export const slider = (name: string) => place.querySelector(`[role="slider"][aria-label="${name}"]`) as HTMLElement;
/** An element without a role, by its test id. */
export const part = (id: string) => place.querySelector(`[data-testid="${id}"]`) as HTMLElement;
/** The live region. */
export const status = () => place.querySelector('[role="status"]') as HTMLElement;

export const click = (name: string) => act(async () => button(name).click());
/** Names of all buttons, in order. */
export const names = () => [...place.querySelectorAll('button')].map(nameOf);
/** The selected layer, assumed to be of a type. */
export const layer = <T extends Layer['type']>() => selectedLayer() as Extract<Layer, { type: T }>;

/** Types into a field so that React notices. */
export async function write(input: HTMLInputElement | HTMLTextAreaElement, text: string): Promise<void> {
  const { prototype } = input instanceof HTMLTextAreaElement ? HTMLTextAreaElement : HTMLInputElement;
  await act(async () => {
    Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(input, text);
    input.dispatchEvent(new Event('input', { bubbles: true }));
  });
}

export const key = (element: Element, name: string, more: KeyboardEventInit = {}) =>
  act(async () =>
    element.dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true, ...more })),
  );
