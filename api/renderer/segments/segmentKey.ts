import { createHash } from 'node:crypto';
import type { Part, RenderPlan } from '../plan/plan.ts';
import type { RenderFiles } from '../plan/renderFiles.ts';
import type { Command } from '../runs/command.ts';
import { printAudioCommand, printSegment } from '../runs/commands.ts';

/** Inputs of cache keys besides the plan. */
export interface KeyContext {
  /** Returns an ID of a media file's content, by its URL in the project. */
  identityOf: (url: string) => string;
  /** See RenderFiles. */
  memory: number;
  /** See makerOf. What painters draw is not visible in ffmpeg's arguments. */
  program: string;
}

/** Inputs of the key of a segment with painted layers. */
export interface PaintContext {
  /** Notes about missing fonts and glyphs: images change once these are available. */
  lacking: readonly string[];
  /** See openPaintersIdentity. */
  painters: string;
}

/**
 * Returns a key of everything a segment is made from: painted layers and all ffmpeg arguments. Equal keys mean equal
 * frames. IDs of layers and scenes do not count, because they are invisible.
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
 * Returns a key of everything the audio of a video is made from, like segmentKey.
 * @param channels of each input.
 * @returns undefined if the video is silent.
 */
export function soundKey(plan: RenderPlan, context: KeyContext, channels: RenderFiles['channels']): string | undefined {
  const runs = printAudioCommand(plan, filesOf(context, channels));
  return runs.length === 0 ? undefined : keyOf({ program: context.program, sound: wordsOf(runs) });
}

/**
 * Returns a key of everything that the limits of a mix are measured from: its audio as it would be encoded without them,
 * and its target loudness.
 */
export function gainKey(plan: RenderPlan, context: KeyContext, channels: RenderFiles['channels']): string {
  const { loudness, ceiling: _, ...unlimited } = plan;
  const runs = printAudioCommand(unlimited, filesOf(context, channels));
  return keyOf({ program: context.program, gain: wordsOf(runs), target: loudness?.target });
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

/** Layer fields that only editors use. */
const unseen = {
  name: undefined,
  fieldNames: undefined,
  group: undefined,
  link: undefined,
  lane: undefined,
  isLocked: undefined,
};

/** Replaces IDs that depend on the segment's place in the video. */
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
