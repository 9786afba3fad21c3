import { type ReactNode, useEffect, useRef, useState } from 'react';
import { watchSight } from './hooks.ts';

/** Number of items rendered at first, and added each time. */
const step = 60;

/** A list that renders more items as its end comes into view, by scrolling or keyboard. Long lists stay cheap. */
export function GrowingList<T>({
  className,
  items,
  children,
}: {
  className: string;
  items: readonly T[];
  children: (item: T) => ReactNode;
}) {
  const list = useRef<HTMLUListElement>(null);
  const [count, setCount] = useState(step);
  const isWhole = count >= items.length;
  const lastItem = items[count - 1];
  // biome-ignore lint/correctness/useExhaustiveDependencies: observes the new last item.
  useEffect(() => {
    const last = list.current?.lastElementChild;
    if (isWhole || !last) return;
    return watchSight(last, (isSeen) => isSeen && setCount((before) => before + step), '800px');
  }, [isWhole, lastItem]);
  return (
    <ul className={className} ref={list}>
      {items.slice(0, count).map(children)}
    </ul>
  );
}
