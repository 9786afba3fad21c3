import { fileUrl, listInput } from '../media/safeInput.ts';
import type { Output } from '../plan/plan.ts';
import type { RenderFiles } from '../plan/renderFiles.ts';
import type { Way } from '../plan/way.ts';
import { cleanOutput, common } from '../print/ffmpegArgs.ts';
import { outputRecipes } from '../print/outputs.ts';
import { type Command, type Piece, pieceList } from '../runs/command.ts';
import { segmentContainer } from '../runs/commands.ts';
import { printGif } from '../runs/gif.ts';
import { copiedTimes } from './copied.ts';
import type { JoinedSound } from './joinedSound.ts';

/**
 * Prints how the segments of a video become its file: their frames are copied one after the other, the sound beside
 * them; those of a GIF are composited already, so that its palette is made from all of them.
 * @param segments in order, files in the working folder. @param sound as it is read.
 */
export function printJoin(
  { output, way }: { output: Output; way?: Way },
  segments: readonly Piece[],
  sound: Pick<JoinedSound, 'read' | 'write'>,
  files: Pick<RenderFiles, 'work' | 'out' | 'memory'>,
): Command[] {
  const list = pieceList(files.work, 'segments', segments);
  const read = [...listInput, '-i', fileUrl(list.path)];
  const recipe = outputRecipes[output.format];
  if (recipe.kind === 'gif') {
    const graph = `[0:v:0]settb=${output.rate[1]}/${output.rate[0]},setpts=N,format=rgba[video]`;
    const [first, ...rest] = printGif(output, { args: read, count: 1, graph }, files) as [Command, ...Command[]];
    return [{ ...first, lists: [list] }, ...rest];
  }
  const map = ['-map', '0:v:0', ...sound.write, '-c', 'copy'];
  const times = way && way.kind !== 'encode' ? copiedTimes(way, output) : [];
  const scale = output.format === 'webm' ? [] : segmentContainer(output).slice(0, 2);
  const end = [...cleanOutput, ...scale, ...(recipe.container ?? []), fileUrl(files.out)];
  return [{ frames: 0, lists: [list], args: [...common, ...read, ...sound.read, ...map, ...times, ...end] }];
}
