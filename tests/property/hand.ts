import type { MakeId } from '../../engine/project/id.ts';
import type { Layer } from '../../engine/project/layers.ts';
import type { Scene } from '../../engine/project/project.ts';
import type { Dice } from './dice.ts';

/** Everything that an action may use. */
export interface Hand {
  dice: Dice;
  makeId: MakeId;
  scene: Scene;
  /** A layer of that scene; undefined in an empty one. */
  layer: Layer | undefined;
  /** What was copied last. */
  copied: { scene?: Scene; layer?: Layer };
}
