import { dirname } from 'node:path';
import { fileUrl, listInput } from '../media/safeInput.ts';
import type { RenderPlan } from '../plan/plan.ts';
import type { RenderFiles } from '../plan/renderFiles.ts';
import { common, printNumbered } from '../print/ffmpegArgs.ts';
import { outputRecipes } from '../print/outputs.ts';
import { printTracks } from '../print/printTracks.ts';
import { printAnimation } from '../runs/animation.ts';
import { type Command, pieceList } from '../runs/command.ts';
import { segmentContainer } from '../runs/commands.ts';
import { secondsOf, soundBytes } from '../runs/need.ts';
import { copiedTimes } from './copied.ts';
import type { JoinedAudio } from './joinedSound.ts';
import { segmentPieces } from './segmentFiles.ts';

/**
 * Prints the commands that join segments to the final file. Copies frames of a video with its audio. Encodes an
 * animation from composited segments, so that a GIF's palette is made from all frames.
 * @param sound how audio is read and mapped.
 */
export function printJoin(
  plan: RenderPlan,
  sound: Pick<JoinedAudio, 'read' | 'write'>,
  files: Pick<RenderFiles, 'work' | 'out' | 'memory'>,
): Command[] {
  const { output, way } = plan;
  const list = pieceList(files.work, 'segments', segmentPieces(plan));
  const read = [...listInput, '-i', fileUrl(list.path)];
  const recipe = outputRecipes[output.format];
  if (recipe.kind === 'animation') {
    const graph = `[0:v:0]${printNumbered(output.rate)},format=rgba[video]`;
    const [first, ...rest] = printAnimation(output, { args: read, count: 1, graph, waits: 0 }, files) as [
      Command,
      ...Command[],
    ];
    return [{ ...first, lists: [list] }, ...rest];
  }
  const tracks = printTracks(plan, files.work, sound.read.length > 0 ? 2 : 1);
  const map = ['-map', '0:v:0', ...sound.write, '-c', 'copy', ...tracks.write];
  const times = way && way.kind !== 'encode' ? copiedTimes(way, output) : [];
  const scale = output.format === 'webm' ? [] : segmentContainer(output).slice(0, 2);
  const end = [...tracks.clean, ...scale, ...(recipe.container ?? []), fileUrl(files.out)];
  const args = [...common, ...read, ...sound.read, ...tracks.read, ...map, ...times, ...end];
  const pieces = pieceFiles(plan, files.work);
  const audioBytes = soundBytes(plan.sounds.length > 0 ? secondsOf(output) : 0, 'encoded');
  const writes = { folder: dirname(files.out), bytes: audioBytes, files: pieces };
  return [{ kind: 'copy', frames: 0, lists: [list, ...tracks.lists], writes, args, ...readiesOf(plan, files.work) }];
}

function pieceFiles(plan: RenderPlan, work: string): string[] {
  return segmentPieces(plan).map(({ name }) => `${work}/${name}`);
}

/** Copied segments keep the parameter sets of their source, and may have several frame sizes. */
function readiesOf(plan: RenderPlan, work: string): Pick<Command, 'readies' | 'checks'> {
  const { segments, output } = plan;
  const files = pieceFiles(plan, work);
  const copied = [...new Set(files.filter((_, i) => segments[i]?.copied))];
  if (copied.length === 0) return {};
  return output.format === 'webm'
    ? { checks: copied }
    : { checks: copied, readies: { files: [...new Set(files)], copied } };
}
