/** A place on the canvas of an animation, in pixels. */
export interface FrameBox {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A frame of an animation, as far as it decides which pixels are transparent. */
export interface DrawnFrame extends FrameBox {
  /** Whether all of its pixels are opaque. */
  isOpaque: boolean;
  /** Whether it is drawn over the previous frame instead of replacing its area. */
  blends: boolean;
  /** Whether its area is cleared after it. */
  clears: boolean;
}

/** Finds out whether an animation may have transparent pixels, frame by frame and without decoding. */
export interface ClearWatch {
  /** Whether the next frame leaves no transparent pixels if all of its own are opaque, and only then. */
  dependsOn(frame: FrameBox): boolean;
  /** Adds the next frame. */
  add(frame: DrawnFrame): void;
  /** Whether pixels may be transparent in a frame so far. */
  hasAlpha(): boolean;
}

/** Creates a watch for an animation, whose canvas is transparent at first. */
export function createClearWatch(canvas: { width: number; height: number }): ClearWatch {
  let cleared: FrameBox | undefined = { x: 0, y: 0, ...canvas };
  let hasAlpha = false;
  return {
    dependsOn: (frame) => !hasAlpha && cleared !== undefined && covers(frame, cleared),
    add(frame) {
      const { isOpaque, blends, clears } = frame;
      const showsCleared = cleared !== undefined && !(isOpaque && covers(frame, cleared));
      hasAlpha ||= showsCleared || !(isOpaque || blends);
      cleared = clears ? frame : undefined;
    },
    hasAlpha: () => hasAlpha,
  };
}

function covers(frame: FrameBox, area: FrameBox): boolean {
  return (
    frame.x <= area.x &&
    frame.y <= area.y &&
    frame.x + frame.width >= area.x + area.width &&
    frame.y + frame.height >= area.y + area.height
  );
}
