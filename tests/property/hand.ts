import type { MakeId } from '../../engine/project/id.ts';
import type { Layer } from '../../engine/project/layers.ts';
import type { Scene } from '../../engine/project/project.ts';
import type { Dice } from './dice.ts';

/** Everything that an action can use. */
export interface Hand {
  dice: Dice;
  makeId: MakeId;
  scene: Scene;
  /** A layer of that scene; undefined in an empty scene. */
  layer: Layer | undefined;
  /** The last copied scene and layer. */
  copied: { scene?: Scene; layer?: Layer };
}
