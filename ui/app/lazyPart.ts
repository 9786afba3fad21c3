import { type ComponentType, createElement, lazy, useState } from 'react';
import { server } from '../client/page/server.ts';

/** Delay between retries while the server is unreachable, in milliseconds. */
const RETRY_MS = 2000;

let isMissing = false;

/** Whether the server no longer has a lazy chunk, as after an update. Only a page reload helps. */
export function isChunkMissing(): boolean {
  return isMissing;
}

/** A lazily loaded component. */
export type Part<P> = ComponentType<P> & {
  /**
   * Preloads the component, so that it renders at once. React shows a suspended component at least 300 ms after its
   * fallback.
   */
  fetch(): Promise<unknown>;
};

/**
 * Creates a component that is loaded when it is first rendered. Retries while the server is unreachable, since React
 * would cache the first failure forever.
 */
export function lazyPart<P extends object = object>(load: () => Promise<ComponentType<P>>): Part<P> {
  let loaded: ComponentType<P> | undefined;
  const fetchIt = async () => {
    loaded ??= await load();
    return loaded;
  };
  const Lazy: ComponentType<P> = lazy(async () => ({ default: await loadWithRetry(fetchIt) }));
  const part = () => loaded ?? Lazy;
  return Object.assign((props: P) => createElement(Arriving<P>, { part, props }), { fetch: fetchIt });
}

/** Keeps the same component type while mounted, even if the loaded component becomes available meanwhile. */
function Arriving<P extends object>({ part, props }: { part: () => ComponentType<P>; props: P }) {
  const [Component] = useState(part);
  return createElement(Component, props);
}

/**
 * Loads a module and retries while the server is unreachable.
 * @throws Error if the server is reachable but lacks the file.
 */
export async function loadWithRetry<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch {
    do {
      server.reachable = await answers();
      // Also retries once if the server has just become reachable again.
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      const part = await load().then(
        (value) => ({ value }),
        () => undefined,
      );
      if (part) {
        server.reachable = true;
        return part.value;
      }
    } while (!server.reachable || !(await answers()));
    isMissing = true;
    throw new Error('Part of this page is missing on the server.');
  }
}

function answers(): Promise<boolean> {
  return fetch('/api/v1/health').then(
    () => true,
    () => false,
  );
}
