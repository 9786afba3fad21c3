/** Path of stills. */
const STILLS_PATH = '/api/v1/stills';

/** Longer side of a still in pixels: for the canvas, or for thumbnails and filmstrips. */
export const stillSides = { large: 1280, small: 240 } as const;

/** Size of a still. */
export type StillSize = keyof typeof stillSides;

/** Returns the URL of a still. @param url of the video on the server. @param at seconds, rounded to hundredths. */
export function stillAddress(url: string, at: number, size: StillSize): string {
  return `${STILLS_PATH}?${new URLSearchParams({ url, at: Math.max(0, at).toFixed(2), size })}`;
}
