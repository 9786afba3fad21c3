import type { MakeId } from '../project/id.ts';
import { stillOutput } from '../project/output.ts';
import type { Project } from '../project/project.ts';
import { newScene } from './scenes.ts';

/**
 * Creates the Studio's initial project: one blank scene of 1280 × 1280, a still image, defaults otherwise. They are
 * written out, in the order of the schema, because the first screen loads without it. A test compares them.
 */
export function newProject(makeId: MakeId): Project {
  return {
    ...{ version: 1, ratio: '1:1', width: 1280, height: 1280, background: '#ffffff' },
    ...{ fontStyle: 'normal', fontWeight: 'bold', lineWidth: 0, textAlign: 'center', textShadow: '#000000' },
    ...{ quality: 'high', alwaysEncode: false, snapToGrid: true, isMuted: false },
    ...{ scenes: [newScene(makeId)], audio: null },
    ...{ watermark: false, withCustomWatermark: false, watermarkPos: 'top-left', watermarkText: '' },
    ...{ watermarkFont: 'Roboto', watermarkColor: 'white', watermarkSize: 100, watermarkOpacity: 100 },
    ...{ watermarkMedium: 'text', output: stillOutput },
  };
}
