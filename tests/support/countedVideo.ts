import { execFileSync } from 'node:child_process';

/** Frame size of a counted video. Each frame is a grid of squares, white for each 1 bit of its number. */
export const counted = { width: 64, height: 48 } as const;
const square = 16;
const across = counted.width / square;
const bits = across * (counted.height / square);

/**
 * Creates a video whose frames encode their numbers, from 0.
 * @param rate frame rate as ffmpeg reads it. @param args output options, including the encoder.
 */
export function makeCounted(path: string, rate: string, frames: number, args: readonly string[]): string {
  const { width, height } = counted;
  const pixels = Buffer.alloc(width * height * frames);
  for (let frame = 0; frame < frames; frame += 1) {
    for (let bit = 0; bit < bits; bit += 1) {
      if (((frame >> bit) & 1) === 0) continue;
      const left = (bit % across) * square;
      const top = Math.floor(bit / across) * square;
      for (let y = top; y < top + square; y += 1) {
        const at = (frame * height + y) * width + left;
        pixels.fill(255, at, at + square);
      }
    }
  }
  const read = ['-f', 'rawvideo', '-pixel_format', 'gray', '-video_size', `${width}x${height}`, '-framerate', rate];
  execFileSync('ffmpeg', ['-v', 'error', '-y', ...read, '-i', '-', '-pix_fmt', 'yuv420p', ...args, path], {
    input: pixels,
  });
  return path;
}

/** Reads the numbers in the frames of a video, which may be scaled but not cropped. */
export function countedIn(path: string): number[] {
  const { width, height } = counted;
  const filter = `scale=${width}:${height}:flags=neighbor,format=gray`;
  const args = ['-v', 'error', '-i', path, '-vf', filter, '-fps_mode', 'passthrough', '-f', 'rawvideo', '-'];
  const data = execFileSync('ffmpeg', args, { maxBuffer: 2 ** 28 });
  return Array.from({ length: data.length / (width * height) }, (_, frame) => {
    let value = 0;
    for (let bit = 0; bit < bits; bit += 1) {
      const x = ((bit % across) + 0.5) * square;
      const y = (Math.floor(bit / across) + 0.5) * square;
      if ((data[(frame * height + y) * width + x] as number) > 127) value |= 1 << bit;
    }
    return value;
  });
}

/** Returns the start of each frame in file time, in seconds, ascending. */
export function frameTimes(path: string): number[] {
  const show = ['-show_entries', 'packet=pts:stream=time_base:format=start_time', '-of', 'json'];
  const text = execFileSync('ffprobe', ['-v', 'error', '-select_streams', 'V:0', ...show, path], { encoding: 'utf8' });
  const { packets, streams, format } = JSON.parse(text) as {
    packets: { pts: number }[];
    streams: { time_base: string }[];
    format: { start_time: string };
  };
  const [count, per] = (streams[0]?.time_base ?? '').split('/').map(Number) as [number, number];
  return packets.map(({ pts }) => (pts * count) / per - Number(format.start_time)).sort((a, b) => a - b);
}
