import { type ComponentType, createElement, lazy, useState } from 'react';
import { later } from '../../state/later.ts';
import { server } from '../../state/server.ts';

/** How often a part is asked for again while the server is away, milliseconds. */
const RETRY_MS = 2000;

let isMissing = false;

/** Whether the server did not have a part of the Studio, as after a new version of it: only loading the page anew helps. */
export function isPartMissing(): boolean {
  return isMissing;
}

/** A component that comes on demand. */
export type Part<P> = ComponentType<P> & {
  /** Fetches it ahead: it is shown at once then. What React waits for it shows no earlier than 300 ms after what stands for it. */
  fetch(): Promise<unknown>;
};

/**
 * A component that comes when it is first shown. While the server is away it is asked for until it comes: React would
 * keep the first failure for good.
 */
export function lazyPart<P extends object = object>(load: () => Promise<ComponentType<P>>): Part<P> {
  return plainPart(() => later(load));
}

/** As lazyPart, for a component that makes no schemas: the schema library is not loaded for it. */
export function plainPart<P extends object = object>(load: () => Promise<ComponentType<P>>): Part<P> {
  let loaded: ComponentType<P> | undefined;
  const fetchIt = async () => {
    loaded ??= await load();
    return loaded;
  };
  const Lazy: ComponentType<P> = lazy(async () => ({ default: await patiently(fetchIt) }));
  const part = () => loaded ?? Lazy;
  return Object.assign((props: P) => createElement(Arriving<P>, { part, props }), { fetch: fetchIt });
}

/** It stays the same component as long as it is shown, though another way to it has come. */
function Arriving<P extends object>({ part, props }: { part: () => ComponentType<P>; props: P }) {
  const [Component] = useState(part);
  return createElement(Component, props);
}

/** Loads a part, however long the server is away. @throws Error when the server answers and has it not. */
export async function patiently<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch {
    do {
      server.reachable = await answers();
      // A server that has just come back is asked once more too.
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
