import { rmSync } from 'node:fs';
import { chmod, chown, mkdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { isPicture } from '../../../engine/kinds/families.ts';
import { PARTS_FILE } from '../../fonts/fontPath.ts';
import { linkedFile } from '../../system/mediaLinks.ts';
import { makeWorkFolder } from '../../system/temporary.ts';
import { giveFile, moveOutput } from '../../system/unprivileged.ts';
import { bitmapPath } from '../plan/renderFiles.ts';
import { facesOfLayers } from './fontFaces.ts';
import type { PaintJob, PlanJob } from './paintJob.ts';
import type { WrittenJob, WrittenPlanJob } from './paintMessage.ts';

/** Folders of a room: the input and the output of a painting process. */
export const [readFolder, writtenFolder] = ['in', 'out'];

/**
 * The folder of a painting process, which sees nothing else except its own program. Files of a job are added to it, and
 * results are moved to their destination.
 */
export interface PaintRoom {
  folder: string;
  /** Changes the owner of the room. */
  lend(user: number): Promise<void>;
  /** Adds the files of a job to the room. @returns the job with their paths there. */
  furnish(job: PaintJob): Promise<WrittenJob>;
  /** Adds one more file of the work. @returns its path there. */
  add(file: string): Promise<string>;
  /** Moves the results of a job to their destination, and empties the room. @throws Error if a result is not a file. */
  clear(job: PaintJob): Promise<void>;
  /** Synchronous, because a command may exit as soon as its work is done. */
  remove(): void;
}

/** Creates a room. @param within a folder on the disk of the renders, so that files need not be copied. */
export async function openPaintRoom(within: string = tmpdir()): Promise<PaintRoom> {
  const folder = await makeWorkFolder(within);
  const [read, written] = [join(folder, readFolder), join(folder, writtenFolder)];
  let user: number | undefined;
  let count = 0;
  const make = async () => {
    count = 0;
    for (const one of [read, written]) await mkdir(one, { mode: 0o700 });
    if (user !== undefined) await giveFolders(user);
  };
  const giveFolders = async (to: number) => {
    for (const one of [folder, read]) await chmod(one, 0o711);
    await chown(written, to, to);
  };
  /** @param isOwn whether the file is used only by this work. */
  const add = async (file: string, isOwn: boolean, name = `${count++}${extname(file)}`) => {
    await giveFile(linkedFile(file) ?? file, join(read, name), { user, isOwn });
    return join(readFolder, name);
  };
  await make();
  return {
    folder,
    add: (file) => add(file, true),
    lend(to) {
      user = to;
      return giveFolders(to);
    },
    async furnish(job) {
      if (job.kind === 'webp')
        return { ...job, from: await add(job.from, false), out: join(writtenFolder, 'webp'), work: writtenFolder };
      if (job.kind === 'gif') {
        const gif = { ...job.gif, frames: await add(job.gif.frames, true), out: join(writtenFolder, 'gif') };
        return { ...job, gif, work: writtenFolder };
      }
      return furnishPlan(job, add, read);
    },
    async clear(job) {
      for (const [name, to] of writtenBy(job)) await moveOutput(join(written, name), to);
      for (const one of [read, written]) await rm(one, { recursive: true, force: true });
      await make();
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Returns what a job writes into its room, with its destinations. */
function writtenBy(job: PaintJob): [name: string, to: string][] {
  if (job.kind === 'webp') return [['webp', job.out]];
  if (job.kind === 'gif') return [['gif', job.gif.out]];
  if (job.still !== undefined) return [['still', job.still]];
  return job.plan.bitmaps.map((bitmap) => [bitmapPath(bitmap, '.'), bitmapPath(bitmap, job.work)]);
}

async function furnishPlan(
  { media, fonts = [], fontsDir, still, ...job }: PlanJob,
  add: (file: string, isOwn: boolean, name?: string) => Promise<string>,
  folder: string,
): Promise<WrittenPlanJob> {
  const layers = job.plan.bitmaps.flatMap((bitmap) => bitmap.layers);
  const paths: WrittenPlanJob['paths'] = [];
  for (const url of new Set(layers.filter(isPicture).map((layer) => layer.url))) {
    const path = media.paths.get(url);
    if (path !== undefined) paths.push([url, await add(path, linkedFile(path) === undefined)]);
  }
  const own: [string, string][] = [];
  for (const [name, file] of fonts) own.push([name, await add(file, true)]);
  const fetched = new Map(
    facesOfLayers(layers, fontsDir)
      .filter(({ source }) => source === 'further')
      .flatMap(({ id, file }) => [[join(id, file), id] as const, [join(id, PARTS_FILE), id] as const]),
  );
  for (const [file, id] of fontsDir === undefined ? [] : fetched) {
    await mkdir(join(folder, 'fonts', id), { recursive: true });
    // Some have only one part. Missing fonts are replaced by others when painting.
    await add(join(fontsDir as string, file), false, join('fonts', file)).catch(() => undefined);
  }
  return {
    ...job,
    work: writtenFolder,
    fonts: own,
    fontsDir: fetched.size > 0 ? join(readFolder, 'fonts') : undefined,
    ...(still === undefined ? {} : { still: join(writtenFolder, 'still') }),
    paths,
    probes: [...media.probes],
  };
}
