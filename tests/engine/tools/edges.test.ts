import { expect, it } from 'vitest';
import { isVideo } from '../../../engine/kinds/families.ts';
import { isImage } from '../../../engine/kinds/image.ts';
import { layerBox } from '../../../engine/layout/box.ts';
import { canvasSize } from '../../../engine/layout/canvasSize.ts';
import { compileToolBody } from '../../../engine/tools/body.ts';
import { good } from '../make.ts';
import { facts } from './make.ts';
import { rows } from './rows.ts';
import { joinedRows } from './rowsJoined.ts';

/** Files with odd sides, as of a video of 854 pixels with non-square pixels. */
const odd = new Map(
  [...facts].map(([name, file]) => [name, { ...file, width: file.width && 853, height: file.height && 481 }]),
);
const own = ['meme', 'resize', 'text-video', 'thanks', 'audio-trim', 'montage', 'maker', 'slideshow'];
const whole = [...rows, ...joinedRows].filter(({ id }) => !own.includes(id));

it.each(whole)('$id leaves no line of background next to a source with odd sides: $args', ({ body }) => {
  const project = good(compileToolBody(body, odd));
  const { width, height } = canvasSize(project);
  const [source] = project.scenes[0]?.layers.filter((layer) => isVideo(layer) || isImage(layer)).slice(-1) ?? [];
  if (!source) return expect(project.output.type).toBe('audio');
  const box = layerBox(source, { width, height });
  const isOnSide = box.rotation % 180 !== 0;
  expect(box.width).toBeCloseTo(isOnSide ? height : width, 2);
  expect(box.height).toBeCloseTo(isOnSide ? width : height, 2);
  if (!('videoRatio' in body || 'subtitleVideoRatio' in body)) expect(source).toMatchObject({ objectFit: 'fill' });
});
