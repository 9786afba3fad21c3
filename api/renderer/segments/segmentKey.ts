import { createHash } from 'node:crypto';
import type { Part, RenderPlan } from '../plan/plan.ts';
import type { RenderFiles } from '../plan/renderFiles.ts';
import type { Command } from '../runs/command.ts';
import { printSegment, printSound } from '../runs/commands.ts';

/** What a segment and a sound depend on beside their plan. */
export interface KeyContext {
  /** What stands for the content of a media file, by its url in the project. */
  identityOf: (url: string) => string;
  /** See RenderFiles. */
  memory: number;
  /** See makerOf: what painters draw is in no word that ffmpeg is told. */
  program: string;
}

/** What a segment depends on where something is painted. */
export interface PaintContext {
  /** What is told of fonts and letters that are not to be had: once they are, other pictures are painted. */
  lacking: readonly string[];
  /** See openPaintersIdentity. */
  painters: string;
}

/**
 * A name for all that a segment is made from: what is painted, and every word that ffmpeg is told. Equal keys, equal
 * frames. The ids of a project's layers and scenes do not count, because nobody sees them.
 */
export function segmentKey(slice: RenderPlan, context: KeyContext, painting: PaintContext): string {
  const { identityOf, program } = context;
  const plan = withPlainIds(slice);
  const runs = printSegment(
    plan,
    filesOf(context, () => 2),
  );
  const painted = plan.bitmaps.map((bitmap) => ({
    ...bitmap,
    layers: bitmap.layers.map((layer) => ({
      ...layer,
      id: '',
      ...unseen,
      ...('url' in layer ? { url: identityOf(layer.url) } : {}),
    })),
  }));
  const made = painted.length > 0 ? { painted, ...painting } : {};
  return keyOf({ program, output: plan.output, commands: wordsOf(runs), ...made });
}

/**
 * A name for all that the sound of a video is made from, as segmentKey.
 * @param channels of each input.
 * @returns undefined where it is silent.
 */
export function soundKey(plan: RenderPlan, context: KeyContext, channels: RenderFiles['channels']): string | undefined {
  const runs = printSound(plan, filesOf(context, channels));
  return runs.length === 0 ? undefined : keyOf({ program: context.program, sound: wordsOf(runs) });
}

function filesOf({ identityOf, memory }: KeyContext, channels: RenderFiles['channels']): RenderFiles {
  return { media: ({ url }) => identityOf(url), channels, work: 'work', out: 'out', memory };
}

function wordsOf(runs: readonly Command[]) {
  return runs.map(({ args, lists }) => ({ args, lists }));
}

function keyOf(content: object): string {
  return createHash('sha256').update(JSON.stringify(content)).digest('hex');
}

/** Fields of a layer that only an editor knows what to do with. */
const unseen = { name: undefined, fieldNames: undefined, group: undefined, isLocked: undefined };

/** The same plan with ids that say nothing of where in the video it stands. */
function withPlainIds(slice: RenderPlan): RenderPlan {
  const plain = new Map([
    ...slice.inputs.map(({ id }, i) => [id, `v${i}`] as const),
    ...slice.bitmaps.map(({ id }, i) => [id, `b${i}`] as const),
  ]);
  const idOf = (id: string) => plain.get(id) as string;
  const partOf = (part: Part): Part =>
    part.kind === 'bitmap' ? { ...part, bitmap: idOf(part.bitmap) } : { ...part, layer: '', input: idOf(part.input) };
  return {
    ...slice,
    inputs: slice.inputs.map((input) => ({ ...input, id: idOf(input.id) })),
    bitmaps: slice.bitmaps.map((bitmap) => ({ ...bitmap, id: idOf(bitmap.id) })),
    scenes: slice.scenes.map((scene) => ({ ...scene, id: '', parts: scene.parts.map(partOf) })),
  };
}
