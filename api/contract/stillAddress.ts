/** Where stills of videos are read. */
const STILLS_PATH = '/api/v1/stills';

/** The longer side of a still by what it is for, pixels: the canvas, or a small picture in a list or a strip. */
export const stillSides = { large: 1280, small: 240 } as const;

/** How large a still is. */
export type StillSize = keyof typeof stillSides;

/** The address of a still. @param url as the server names the video. @param at seconds; to the hundredth. */
export function stillAddress(url: string, at: number, size: StillSize): string {
  return `${STILLS_PATH}?${new URLSearchParams({ url, at: Math.max(0, at).toFixed(2), size })}`;
}
