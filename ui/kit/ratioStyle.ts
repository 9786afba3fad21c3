import type { CSSProperties } from 'react';

/** Passes an aspect ratio to the stylesheets, so that the element has the right shape before its content loads. */
export function ratioStyle({ width, height }: { width: number; height: number }): CSSProperties {
  return { '--ratio': width / height } as CSSProperties;
}
