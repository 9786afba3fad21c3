import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

/** Returns the visible part of a scroller in CSS pixels, and a function that reads it again. */
export function useView(scroller: RefObject<HTMLElement | null>) {
  const [view, setView] = useState({ left: 0, top: 0, width: 0, height: 800 });
  const read = () => {
    const {
      scrollLeft: left = 0,
      scrollTop: top = 0,
      clientWidth: width = 0,
      clientHeight: height = 0,
    } = scroller.current ?? {};
    setView((before) => {
      const isSame = before.left === left && before.top === top && before.width === width && before.height === height;
      return isSame ? before : { left, top, width, height };
    });
  };
  const newest = useRef(read);
  newest.current = read;
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    newest.current();
    const observer = new ResizeObserver(() => newest.current());
    observer.observe(element);
    return () => observer.disconnect();
  }, [scroller]);
  return { ...view, read };
}
