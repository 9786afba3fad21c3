import { type ReactNode, useEffect, useRef, useState } from 'react';
import { watchSight } from './watchSight.ts';

/** So many are there at first, and so many more come each time. */
const step = 60;

/** A list that makes more of its items as its end comes near, by scrolling or by keyboard: ten thousand cost no more than are seen. */
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: another one is the last then.
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
