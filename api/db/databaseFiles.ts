import type { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';

/** What is set of a file or folder. */
interface Attributes {
  mode?: number;
}

/** The part of PGlite's runtime (Emscripten) that works with the file system of Node. */
interface Runtime {
  NODEFS: {
    node_ops: { setattr(node: object, attributes: Attributes): void };
    stream_ops: { setattr(stream: object, attributes: Attributes): void };
  };
}

type Prepared = Awaited<ReturnType<NodeFS['init']>>;

/** The files of the embedded database. Only their owner can use them: the runtime sets permissions past the umask. */
export class DatabaseFiles extends NodeFS {
  override async init(pglite: PGlite, options: Prepared['emscriptenOpts']): Promise<Prepared> {
    const { emscriptenOpts } = await super.init(pglite, options);
    const before = emscriptenOpts.preRun ?? [];
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [(mod) => keepPrivate(mod as Runtime), ...before] } };
  }
}

function keepPrivate({ NODEFS }: Runtime): void {
  for (const operations of [NODEFS.node_ops, NODEFS.stream_ops]) {
    const { setattr } = operations;
    operations.setattr = (target, { mode, ...others }) =>
      setattr(target, mode === undefined ? others : { ...others, mode: mode & ~0o077 });
  }
}
