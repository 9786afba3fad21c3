import type { SoundStage } from '../../soundEffects/stage.ts';

/** Time constant of changes in seconds; avoids clicks. */
const GLIDE = 0.01;

/** Nodes for the stages of sound effects. */
export interface EffectNodes {
  input: AudioNode;
  output: AudioNode;
  /** Changes the parameters. @returns false if other kinds of stages need other nodes. */
  set(stages: readonly SoundStage[]): boolean;
  dispose(): void;
}

/** One stage as nodes, whose parameters are in the order of `valuesOf`. */
interface StageNodes {
  nodes: AudioNode[];
  input: AudioNode;
  output: AudioNode;
  params: AudioParam[];
}

/** Creates nodes for stages. Mono becomes stereo, and more channels are mixed down. */
export function createEffectNodes(context: BaseAudioContext, stages: readonly SoundStage[]): EffectNodes {
  const input = context.createGain();
  input.channelCount = 2;
  input.channelCountMode = 'explicit';
  const made = stages.map((stage) => createStage(context, stage));
  const output = made.reduce<AudioNode>((before, stage) => {
    before.connect(stage.input);
    return stage.output;
  }, input);
  return {
    input,
    output,
    set(next) {
      if (next.map(({ kind }) => kind).join() !== stages.map(({ kind }) => kind).join()) return false;
      for (const [i, stage] of next.entries())
        for (const [k, value] of valuesOf(stage).entries())
          made[i]?.params[k]?.setTargetAtTime(value, context.currentTime, GLIDE);
      return true;
    },
    dispose() {
      for (const node of [input, ...made.flatMap(({ nodes }) => nodes)]) node.disconnect();
    },
  };
}

function createStage(context: BaseAudioContext, stage: SoundStage): StageNodes {
  const created = stage.kind === 'balance' ? createBalance(context) : createFilter(context, stage.kind);
  for (const [i, value] of valuesOf(stage).entries()) (created.params[i] as AudioParam).value = value;
  return created;
}

function createFilter(context: BaseAudioContext, kind: Exclude<SoundStage['kind'], 'balance'>): StageNodes {
  const node = context.createBiquadFilter();
  node.type = kind;
  return { nodes: [node], input: node, output: node, params: [node.frequency, node.gain, node.Q] };
}

function createBalance(context: BaseAudioContext): StageNodes {
  const splitter = context.createChannelSplitter(2);
  const merger = context.createChannelMerger(2);
  const gains = [0, 1].map((side) => {
    const gain = context.createGain();
    splitter.connect(gain, side).connect(merger, 0, side);
    return gain;
  });
  return {
    nodes: [splitter, ...gains, merger],
    input: splitter,
    output: merger,
    params: gains.map(({ gain }) => gain),
  };
}

function valuesOf(stage: SoundStage): number[] {
  if (stage.kind === 'balance') return [stage.left, stage.right];
  // Web Audio takes the quality of highpass and lowpass in decibels.
  const isPass = stage.kind === 'highpass' || stage.kind === 'lowpass';
  return [stage.frequency, stage.gain, isPass ? 20 * Math.log10(Math.SQRT1_2) : stage.q];
}
