import path from 'node:path';
import { isStill, outputExtension, stillOutput } from '../../engine/project/output.ts';
import type { Project } from '../../engine/project/project.ts';
import { posterTime } from '../../engine/timeline/poster.ts';
import type { ClaimedVideo } from '../db/tables.ts';
import { type Progress, type RenderOptions, renderProject } from '../renderer/job/render.ts';
import { openProbeCache } from '../renderer/media/probeCache.ts';
import type { PaintPool } from '../renderer/paint/paintPool.ts';
import type { Compile } from '../renderer/plan/planner.ts';
import type { Folders } from '../storage/folders.ts';
import { videoKey, videoPrefix } from '../storage/keys.ts';
import { type LocalFile, removeAll, type Storage } from '../storage/storage.ts';
import type { Budget } from '../system/budget.ts';
import type { Metrics } from '../system/metrics.ts';
import type { Changes } from './jobChanges.ts';
import type { Attempt, FinishedFiles, VideoStore } from './jobStore.ts';
import { pinFiles } from './pinFiles.ts';
import type { SegmentStore } from './segmentStore.ts';
import { handingOver, openToJoin } from './shareVideo.ts';
import { segmentsIn } from './storedSegments.ts';

/** What producing a result needs. */
export interface ResultContext {
  folders: Folders;
  storage: Storage;
  /** Finds the local file of a media reference. */
  locate: (url: string, signal?: AbortSignal) => Promise<LocalFile>;
  /** See RenderOptions. */
  painter: PaintPool | undefined;
  /** Compiles plans; default: in this thread. */
  compile?: Compile | undefined;
  /** See ServiceOptions. */
  segmentLength?: number | undefined;
  /** Resources shared by all renders of the process. */
  budget: Budget;
  metrics: Pick<Metrics, 'gathered'>;
  onError: (error: unknown, what: string) => void;
}

/** What renders need. */
export interface WorkerContext extends ResultContext {
  store: VideoStore;
  segments: SegmentStore;
  metrics: Metrics;
  changes: Pick<Changes, 'announce'>;
}

/**
 * Renders a video and its poster and stores both. File names contain the attempt, so no two attempts write to the same
 * key.
 * @param workDir folder for temporary files.
 * @returns the files, and the seconds of work by other workers that went into them.
 * @throws HandedOverError if several workers render its segments.
 */
export async function renderFiles(
  { folders, storage, locate, painter, compile, segmentLength, budget, metrics, onError }: ResultContext,
  row: ClaimedVideo,
  workDir: string,
  signal: AbortSignal,
  {
    segments,
    onProgress,
    pause,
  }: Pick<RenderOptions, 'pause'> & {
    segments: SegmentStore;
    onProgress: (progress: Progress) => void;
  },
): Promise<FinishedFiles & { sharedSeconds: number }> {
  const { release, ...files } = pinFiles(locate, signal);
  const { probes, fonts: fontsDir, segments: cacheDir } = folders;
  const settings = { workDir, fontsDir, probe: openProbeCache(probes), painter, compile, budget, ...files, signal };
  const render = async (project: Project, file: string, options: Partial<RenderOptions>) => {
    const rendered = await renderProject(project, {
      ...settings,
      ...options,
      out: path.join(workDir, 'results', file),
    });
    await storage.put(videoKey(row.id, file), rendered.path, { type: rendered.mime, signal });
    return { ...rendered, file };
  };
  try {
    const begun = row.stage === 'join' ? await openToJoin({ segments, storage }, row.id, signal) : undefined;
    const notes = begun?.notes ?? [...(row.notes ?? [])];
    const onNote = (text: string) => void (notes.includes(text) || notes.push(text));
    // A video whose join failed is not shared a second time.
    const handOver = row.stage === 'plan' ? handingOver({ segments, storage }, row, notes, signal) : undefined;
    const name = `${row.attempt}.${outputExtension(row.project.output)}`;
    const result = {
      ...(await render(row.project, name, {
        cacheDir,
        farSegments: segmentsIn(storage, signal),
        segmentLength,
        begun,
        handOver,
        onProgress,
        pause,
        onNote,
        onSegments: metrics.gathered,
      })),
      notes,
      sharedSeconds: begun?.seconds ?? 0,
    };
    // An image is its own poster; audio has none.
    if (isStill(row.project) || row.project.output.type === 'audio') return { ...result, poster: null };
    const still: Project = { ...row.project, output: { ...stillOutput, format: 'jpeg' } };
    const poster = await render(still, `${row.attempt}.poster.jpg`, { stillAt: posterTime(row.project, 0) }).catch(
      (error: unknown) => {
        signal.throwIfAborted();
        // A missing poster does not fail the video.
        onError(error, `video ${row.id} has no poster`);
      },
    );
    return { ...result, poster: poster?.file ?? null };
  } finally {
    release();
  }
}

/** Deletes the stored files of an attempt. */
export async function removeResults(storage: Storage, { id, attempt }: Attempt): Promise<void> {
  const own = videoKey(id, `${attempt}.`);
  await removeAll(storage, videoPrefix(id), (key) => !key.startsWith(own));
}

/** Deletes the stored files of an attempt and of earlier ones; files of later attempts stay. */
export async function removeUpTo(storage: Storage, { id, attempt }: Attempt): Promise<void> {
  const prefix = videoPrefix(id);
  await removeAll(storage, prefix, (key) => Number.parseInt(key.slice(prefix.length), 10) > attempt);
}

/** Deletes all stored files of a video except its result. */
export async function removeOtherResults(
  storage: Storage,
  id: string,
  { file, poster }: Pick<FinishedFiles, 'file' | 'poster'>,
): Promise<void> {
  const result = [file, ...(poster ? [poster] : [])].map((name) => videoKey(id, name));
  await removeAll(storage, videoPrefix(id), (key) => result.includes(key));
}
