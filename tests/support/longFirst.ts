import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Approximate duration of the longest test files in a whole run, in seconds. Each project starts with them; other files
 * follow.
 */
export const longest: Readonly<Record<string, number>> = {
  'tests/golden/looks.test.ts': 95,
  'tests/golden/loudness.test.ts': 85,
  'tests/cli/submit.test.ts': 75,
  'tests/golden/segments.test.ts': 75,
  'tests/cli/tool.test.ts': 70,
  'tests/golden/layerOptions.test.ts': 65,
  'tests/golden/render.test.ts': 65,
  'tests/golden/ways.test.ts': 65,
  'tests/golden/transparency.test.ts': 60,
  'tests/cli/login.test.ts': 55,
  'tests/golden/corpus.test.ts': 55,
  'tests/golden/hostileMedia.test.ts': 55,
  'tests/golden/fit.test.ts': 50,
  'tests/golden/sound.test.ts': 50,
  'tests/cli/render.test.ts': 45,
  'tests/api/jobs/recovery.test.ts': 170,
  'tests/api/renderer/paths.test.ts': 105,
  'tests/api/backup/backup.test.ts': 85,
  'tests/api/sources/transcriptions.test.ts': 60,
  'tests/api/sources/uploadPieces.test.ts': 60,
  'tests/api/sources/derived.test.ts': 50,
  'tests/api/storage/storageService.test.ts': 50,
  'tests/api/db/upgrade.test.ts': 45,
  'tests/e2e/tools/page.test.ts': 85,
  'tests/e2e/studio/screens.test.ts': 75,
  'tests/e2e/parity/export.test.ts': 70,
  'tests/e2e/parity/tools.test.ts': 70,
  'tests/e2e/pages/page.test.ts': 65,
  'tests/e2e/studio/studio.test.ts': 65,
  'tests/e2e/parity/time.test.ts': 60,
  'tests/e2e/tools/time.test.ts': 60,
  'tests/e2e/studio/audio.test.ts': 55,
  'tests/e2e/studio/intake.test.ts': 55,
  'tests/e2e/studio/keep.test.ts': 55,
  'tests/e2e/studio/panels.test.ts': 55,
  'tests/e2e/account/projects.test.ts': 50,
  'tests/e2e/account/account.test.ts': 50,
  'tests/e2e/parity/studio.test.ts': 50,
  'tests/e2e/studio/stage.test.ts': 50,
  'tests/e2e/pages/video.test.ts': 50,
  'tests/e2e/parity/random.test.ts': 45,
  'tests/e2e/pages/screens.test.ts': 45,
  'tests/e2e/account/signIn.test.ts': 45,
  'tests/e2e/studio/animateOutput.test.ts': 45,
  'tests/e2e/studio/away.test.ts': 45,
  'tests/e2e/studio/keyboard.test.ts': 45,
  'tests/e2e/studio/panelsLayer.test.ts': 45,
  'tests/e2e/studio/playing.test.ts': 45,
  'tests/e2e/studio/timeline.test.ts': 45,
  'tests/e2e/studio/video.test.ts': 45,
  'tests/e2e/tools/hand.test.ts': 45,
};

/** Order of the projects: those with the shortest files come last, so that no long one runs alone at the end. */
const order = ['integration', 'service', 'e2e', 'ui', 'unit'];

/** Orders the files of each project: the longest first, then the others in Vitest's order. */
export class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const seconds = ({ moduleId }: TestSpecification) => longest[relative(this.ctx.config.root, moduleId)] ?? 0;
    const sorted = await super.sort(files);
    // Files that share a process must be consecutive.
    const projects = [...new Set(sorted.map(({ project }) => project))];
    projects.sort((a, b) => order.indexOf(a.name) - order.indexOf(b.name));
    return projects.flatMap((one) =>
      sorted.filter(({ project }) => project === one).sort((a, b) => seconds(b) - seconds(a)),
    );
  }
}
