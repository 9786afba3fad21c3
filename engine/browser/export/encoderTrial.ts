/** Number and size in pixels of trial frames. */
const FRAMES = 4;
const size = { width: 320, height: 240 };
/** Frame distance, in microseconds. */
const STEP = 40_000;

let trial: Promise<boolean> | undefined;

/**
 * Returns whether this browser's encoder outputs every frame with its own timestamp: WebKit on Linux drops the last one
 * and delays the other timestamps by one frame. Tried once per page.
 * @param config of an encoder that is reported as supported.
 */
export function encodesEveryFrame(config: VideoEncoderConfig): Promise<boolean> {
  trial ??= encodeFew({ ...config, ...size }).catch(() => false);
  return trial;
}

async function encodeFew(config: VideoEncoderConfig): Promise<boolean> {
  const times = new Set<number>();
  let isFailed = false;
  const encoder = new VideoEncoder({
    output: ({ timestamp }) => times.add(timestamp),
    error: () => {
      isFailed = true;
    },
  });
  try {
    encoder.configure(config);
    for (let i = 0; i < FRAMES; i += 1) {
      const frame = new VideoFrame(new Uint8Array((size.width * size.height * 3) / 2), {
        format: 'I420',
        codedWidth: size.width,
        codedHeight: size.height,
        timestamp: i * STEP,
      });
      encoder.encode(frame, { keyFrame: i === 0 });
      frame.close();
    }
    await encoder.flush();
  } finally {
    if (encoder.state !== 'closed') encoder.close();
  }
  return !isFailed && times.size === FRAMES && times.has(0);
}

/** Makes the browser load its codecs. WebKit on Linux crashes if an encoder is queried before playback. */
export function loadCodecs(): void {
  document.createElement('video').canPlayType('video/mp4');
}
