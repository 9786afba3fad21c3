import type { MakeId } from '../project/id.ts';
import { stillOutput } from '../project/output.ts';
import type { Project } from '../project/project.ts';
import { newScene } from './scenes.ts';

/**
 * Creates the Studio's initial project: one blank scene of 1280 × 1280, a still image, defaults otherwise. They are
 * written out because the first screen loads without the schemas.
 */
export function newProject(makeId: MakeId): Project {
  return {
    ...{ version: 1, scenes: [newScene(makeId)], audio: null, output: stillOutput, quality: 'high' },
    ...{ ratio: '1:1', width: 1280, height: 1280, background: '#ffffff', snapToGrid: true },
    ...{ isMuted: false, alwaysEncode: false },
    ...{ fontStyle: 'normal', fontWeight: 'bold', lineWidth: 0, textAlign: 'center', textShadow: '#000000' },
    ...{ watermark: false, withCustomWatermark: false, watermarkMedium: 'text', watermarkText: '' },
    ...{ watermarkPos: 'top-left', watermarkFont: 'Roboto', watermarkColor: 'white' },
    ...{ watermarkSize: 100, watermarkOpacity: 100 },
  };
}
