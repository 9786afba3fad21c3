import type { CSSProperties } from 'react';

/** Tells the style sheets the ratio of a work, so that its place has the right shape before it is there. */
export function ratioStyle({ width, height }: { width: number; height: number }): CSSProperties {
  return { '--ratio': width / height } as CSSProperties;
}
