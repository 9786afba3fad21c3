import { canvasSize } from '../../layout/canvasSize.ts';
import { toYuv420, yuvSize } from '../../painters/yuv.ts';
import { fpsOf } from '../../timeline/frameRate.ts';
import { createVideoEncoder, frameStamp, videoConfig } from './encodeVideo.ts';
import { type ExportJob, frameTimes } from './job.ts';
import type { EncodedTrack } from './mp4/encodedTrack.ts';
import { writeMp4 } from './mp4/writeMp4.ts';
import { createPixelReader } from './readPixels.ts';
import { encodeSound } from './sound/encodeSound.ts';

/** Shares of the work that are done after reading, audio and frames. */
const shares = { read: 0.04, sound: 0.1, pictures: 0.98 };

/** Exports a project as MP4: H.264 with AAC, or with Opus if the browser has no AAC encoder. */
export async function makeMp4(job: ExportJob): Promise<Blob> {
  const { rate, frames, report } = job;
  report(shares.read, 'Mixing audio');
  const sound = await encodeSound(job, (ratio) =>
    report(shares.read + ratio * (shares.sound - shares.read), 'Mixing audio'),
  );
  const pictures = await encodePictures(job);
  report(shares.pictures, 'Finishing the file');
  return writeMp4(sound ? [pictures, sound] : [pictures], frames / fpsOf(rate));
}

async function encodePictures({ project, rate, frames, drawer, signal, report }: ExportJob): Promise<EncodedTrack> {
  const { width, height } = canvasSize(project);
  const settings = { width, height, rate, quality: project.quality };
  const config = await videoConfig(settings);
  if (!config) throw new Error('This browser has no H.264 encoder for that size.');
  const encoder = createVideoEncoder(config, settings);
  const reader = createPixelReader(width, height);
  const yuv = new Uint8Array(yuvSize(width, height));
  let shown: VideoFrame | undefined;
  try {
    for (const [i, { sceneIndex, time }] of frameTimes(project, rate).entries()) {
      const drawn = await drawer.draw(sceneIndex, time);
      // Unchanged frames reuse the converted pixels.
      if (drawn !== shown) toYuv420(await reader.read(drawn), yuv);
      shown = drawn;
      await encoder.add(frameOf(yuv, { width, height }, frameStamp(i, rate)));
      signal.throwIfAborted();
      const ratio = shares.sound + ((shares.pictures - shares.sound) * (i + 1)) / frames;
      report(ratio, `Drawing frame ${i + 1} of ${frames}`);
    }
    return await encoder.finish();
  } finally {
    encoder.close();
  }
}

function frameOf(yuv: Uint8Array<ArrayBuffer>, size: { width: number; height: number }, timestamp: number): VideoFrame {
  return new VideoFrame(yuv, {
    format: 'I420',
    codedWidth: size.width,
    codedHeight: size.height,
    timestamp,
    colorSpace: { primaries: 'bt709', transfer: 'bt709', matrix: 'bt709', fullRange: false },
  });
}
