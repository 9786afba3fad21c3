import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Projects with the shortest files come last, so that no long file runs alone at the end. */
const order = ['integration', 'e2e', 'ui', 'unit'];

/**
 * Orders the projects. Within each, files keep Vitest's order: those that failed or took longest in the previous run
 * come first.
 */
export class ProjectOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.sort((a, b) => order.indexOf(a.project.name) - order.indexOf(b.project.name));
  }
}
