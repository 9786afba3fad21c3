import { isLight, isTransparent } from '../layout/color.ts';
import type { SubtitlesLayer } from '../project/layers.ts';

/** Names of the styles of the spoken word. */
export const highlightNames = {
  color: 'Color',
  box: 'Box',
  underline: 'Underline',
  grow: 'Grow',
  reveal: 'Reveal',
  single: 'One word',
} as const satisfies Record<SubtitlesLayer['highlightStyle'], string>;

/** Returns the outline that keeps subtitles without a background readable on any image; "none" with a background. */
export function outlineFor({
  color,
  background,
  backgroundStyle,
}: Pick<SubtitlesLayer, 'color' | 'background' | 'backgroundStyle'>): string {
  if (backgroundStyle !== 'none' && !isTransparent(background)) return 'none';
  return isLight(color) ? '#000000' : '#ffffff';
}
