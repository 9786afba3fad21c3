/** How many frames are tried, and how large, pixels. */
const FRAMES = 4;
const size = { width: 320, height: 240 };
/** From one frame to the next, microseconds. */
const STEP = 40_000;

let trial: Promise<boolean> | undefined;

/**
 * Whether this browser's encoder gives every frame back, each at its own time: WebKit on Linux keeps the last one and
 * tells the times of the others one frame late. Tried once a page.
 * @param config of an encoder that is said to be supported.
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

/**
 * Lets the browser load what it encodes with. WebKit on Linux, asked about an encoder before anything of it was asked
 * about playing, ends with its page.
 */
export function loadCodecs(): void {
  document.createElement('video').canPlayType('video/mp4');
}
