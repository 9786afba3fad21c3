import type { Page } from 'playwright';

/** The part of React's internal component data that is used here. */
interface Fiber {
  tag: number;
  flags: number;
  child: Fiber | null;
  sibling: Fiber | null;
  alternate: Fiber | null;
  stateNode: unknown;
}

interface Counted {
  /** Number of renders, by element of the component. */
  renders: Record<string, number> | undefined;
  __REACT_DEVTOOLS_GLOBAL_HOOK__: object;
}

/** Counts component renders like React's developer tools. Call it before the page is opened. */
export async function watchRenders(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const counted = window as unknown as Counted;
    const isElement = 5;
    const isFunction = [0, 15];
    const hasRendered = 1;
    const nameOf = (fiber: Fiber): string => {
      let inside: Fiber | null = fiber;
      while (inside && inside.tag !== isElement) inside = inside.child;
      const element = inside?.stateNode as HTMLElement | undefined;
      return element?.dataset?.layer ?? element?.className ?? '';
    };
    const visit = (fiber: Fiber, renders: Record<string, number>) => {
      if (isFunction.includes(fiber.tag) && fiber.flags & hasRendered) {
        const name = nameOf(fiber);
        renders[name] = (renders[name] ?? 0) + 1;
      }
      if (fiber.child === fiber.alternate?.child) return;
      for (let child = fiber.child; child; child = child.sibling) visit(child, renders);
    };
    counted.__REACT_DEVTOOLS_GLOBAL_HOOK__ = {
      supportsFiber: true,
      inject: () => 1,
      onCommitFiberUnmount: () => {},
      onPostCommitFiberRoot: () => {},
      onCommitFiberRoot: (_id: number, { current }: { current: Fiber }) =>
        counted.renders && visit(current, counted.renders),
    };
  });
}

/** Counts renders during an action, by the layer id or class of the component's first element. */
export async function rendersOf(page: Page, work: () => Promise<void>): Promise<Record<string, number>> {
  await page.evaluate(() => {
    (window as unknown as Counted).renders = {};
  });
  await work();
  return page.evaluate(() => {
    const counted = window as unknown as Counted;
    const { renders = {} } = counted;
    counted.renders = undefined;
    return renders;
  });
}
