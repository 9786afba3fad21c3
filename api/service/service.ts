import { randomBytes } from 'node:crypto';
import os from 'node:os';
import { type AccountOptions, type Accounts, openAccounts } from '../accounts/accounts.ts';
import { operatorToken } from '../accounts/operator.ts';
import { createQuotas, type Quotas } from '../accounts/quotas.ts';
import { sweepAccounts } from '../accounts/sweepAccounts.ts';
import { finished } from '../backup/unfinished.ts';
import { type BodyReader, createBodyReader } from '../bodies/bodyReader.ts';
import type { ProcessRole } from '../contract/operator.ts';
import type { Quota } from '../contract/quota.ts';
import { type Database, openDatabase } from '../db/database.ts';
import { DatabaseAwayError } from '../db/databaseAway.ts';
import { lockFolder } from '../db/lock.ts';
import type { VideoRow } from '../db/tables.ts';
import { fontStoreOf } from '../fonts/fontStore.ts';
import { sweepCrashes } from '../jobs/crashes.ts';
import { removeVideo } from '../jobs/endVideo.ts';
import { type Changes, createChanges } from '../jobs/jobChanges.ts';
import { createStore, type VideoStore } from '../jobs/jobStore.ts';
import { lanesOf } from '../jobs/kinds.ts';
import { startProcessHeartbeat } from '../jobs/processes.ts';
import { openQueue, type Queue } from '../jobs/queue.ts';
import { queueLoads } from '../jobs/queueLoads.ts';
import { recoverAlone, startSweeps } from '../jobs/recover.ts';
import type { WorkerContext } from '../jobs/results.ts';
import { createRetries, type Retries } from '../jobs/retries.ts';
import { type Runner, startRunner } from '../jobs/runner.ts';
import { createSegmentStore } from '../jobs/segmentStore.ts';
import { segmentKind } from '../jobs/segmentWork.ts';
import { sweepWork } from '../jobs/sweepFiles.ts';
import { videoKind } from '../jobs/videoWork.ts';
import { createKits, type Kits } from '../projects/kits.ts';
import { createProjects, type Projects } from '../projects/projects.ts';
import { createPaintPool } from '../renderer/paint/paintPool.ts';
import { createPlanner } from '../renderer/plan/planner.ts';
import { adoptParts } from '../sources/adoptParts.ts';
import { type ConversionStore, createConversionStore } from '../sources/conversions/conversionStore.ts';
import { conversionKind } from '../sources/conversions/conversions.ts';
import { derivationKind } from '../sources/derived/derive.ts';
import { createDerivedStore, type DerivedStore } from '../sources/derived/derivedStore.ts';
import { createImageSearches, type ImageSearches } from '../sources/images/imageSearch.ts';
import { type ImageOptions, openSources } from '../sources/images/openSources.ts';
import { createLibrary, type Library } from '../sources/library.ts';
import { createLinks, type LinkOptions, type Links } from '../sources/links/links.ts';
import { createStills, type Stills } from '../sources/stills.ts';
import { partsInStore } from '../sources/storedParts.ts';
import { sweepUploads } from '../sources/sweepUploads.ts';
import { createTranscriptionStore, type TranscriptionStore } from '../sources/transcriptions/transcriptionStore.ts';
import { transcriptionKind } from '../sources/transcriptions/transcriptions.ts';
import { type UploadLimits, usualUploadLimits } from '../sources/uploadLimits.ts';
import { createUploads, type Uploads } from '../sources/uploads.ts';
import type { SpeechSettings } from '../speech/speechSettings.ts';
import { type Folders, openFolders } from '../storage/folders.ts';
import { openStorage } from '../storage/openStorage.ts';
import type { StoreTimeouts } from '../storage/s3/client.ts';
import type { Storage } from '../storage/storage.ts';
import { tracedStorage } from '../storage/tracedStorage.ts';
import { partsOnDisk } from '../storage/uploadParts.ts';
import { type Budget, createBudget, diskFloor } from '../system/budget.ts';
import { createLog, type Log } from '../system/log.ts';
import { loggedMetrics } from '../system/loggedMetrics.ts';
import { createMetrics, type Metrics } from '../system/metrics.ts';
import { closeFilesToOthers, makePrivateFolder } from '../system/privateFolder.ts';
import type { S3Settings } from '../system/s3Settings.ts';
import { describeSandbox } from '../system/sandbox.ts';
import { serveAsOthers } from '../system/unprivileged.ts';
import type { Tracer } from '../telemetry/spans.ts';
import type { WebhookOptions } from '../webhooks/deliver.ts';
import { openWebhooks, type Webhooks } from '../webhooks/webhooks.ts';
import { startStorageSweeps, storageSweeps } from './storageSweeps.ts';
import { openTraces } from './traces.ts';

/** Settings of a service. */
export interface ServiceOptions {
  /** Data folder. */
  dataDir: string;
  /**
   * URL of a PostgreSQL server; without it, the database is embedded in `dataDir`, which only this process may use
   * then.
   */
  databaseUrl?: string | undefined;
  /** Object storage of results and uploads; default: in `dataDir`. With it, only this process may use `dataDir`. */
  s3?: S3Settings | undefined;
  /** How long object storage may be unreachable before work fails; default: a minute. */
  storeTimeouts?: StoreTimeouts | undefined;
  /** Folder of the sample media and projects (`media/`, `projects/`); default: no samples. */
  samplesDir?: string | undefined;
  /** Path of the built paint program; without it, this process paints. */
  paintProgram?: string | undefined;
  /**
   * Path of the built thread program for the embedded database, large bodies and plans; without it, this thread does
   * that work.
   */
  threadProgram?: string | undefined;
  /** Settings of links; default: public addresses only. */
  links?: LinkOptions | undefined;
  /** Concurrent renders; default: 1, 0 for none in this process. */
  workers?: number | undefined;
  /** Length of segments in seconds; default: by frame size. */
  segmentLength?: number | undefined;
  /** Role of the process, for operators; default: all. */
  role?: ProcessRole | undefined;
  /** Limits of uploads; see usualUploadLimits. */
  uploadLimits?: Partial<UploadLimits> | undefined;
  /** Disk space that is never used, in bytes; default: 64 MiB. */
  diskFloor?: number | undefined;
  /** Quotas of parties whose account has none of its own; default: none. */
  quota?: Quota | undefined;
  /** Open videos per party; default: 200. */
  maxOpen?: number | undefined;
  /** Speech recognition; default: PocketSphinx if it is installed. */
  speech?: SpeechSettings | undefined;
  /** Settings of webhooks; default: public addresses, for accounts only. */
  webhooks?: WebhookOptions | undefined;
  /** Searched image collections; default: those that are part of Cutroom. */
  images?: ImageOptions | undefined;
  /** Settings of accounts and emails. */
  accounts?: AccountOptions | undefined;
  /** Log; default: errors only, to standard error. */
  log?: Log | undefined;
  /** Gets internal errors; default: the log. */
  onError?: ((error: unknown, what: string) => void) | undefined;
}

/** Components of a running service, for routes. */
export interface Service {
  database: Database;
  /** The operator's secret. */
  operatorToken: string;
  /** Undefined if accounts are turned off. */
  accounts: Accounts | undefined;
  /** Deletes the data of deleted accounts, and projects that were deleted a while ago. */
  tidyAccounts(): Promise<void>;
  /** Projects of accounts. */
  projects: Projects;
  /** Templates, logos, fonts and colors of accounts. */
  kits: Kits;
  /** Quotas of parties and their use. */
  quotas: Quotas;
  uploadLimits: UploadLimits;
  /** Reads request bodies. */
  bodies: BodyReader;
  store: VideoStore;
  /** Calls to other servers when videos end. */
  webhooks: Pick<Webhooks, 'doors' | 'secrets' | 'store'>;
  /** Retries failed videos. */
  retries: Retries;
  uploads: Uploads;
  library: Library;
  stills: Stills;
  images: ImageSearches;
  links: Links;
  conversionStore: ConversionStore;
  speech: SpeechSettings;
  transcriptionStore: TranscriptionStore;
  /** Files made once from uploads, for previews. */
  derived: DerivedStore;
  folders: Folders;
  /** Results, and contents of uploads. */
  storage: Storage;
  /** Disk space and other resources shared by renders. */
  budget: Budget;
  changes: Changes;
  metrics: Metrics;
  /** Undefined if traces are not exported. */
  tracer: Tracer | undefined;
  samplesDir: string | undefined;
  /** Runs the background work of this process. */
  worker: Runner;
  log: Log;
  onError: (error: unknown, what: string) => void;
  /** Stops all work: running renders go back into the queue. */
  close(): Promise<void>;
}

/** Starts database, queue, recovery and workers. @throws Error if another process uses the data folder. */
export async function startService(options: ServiceOptions): Promise<Service> {
  const { log = createLog({ level: 'error' }), onError = log.error, workers = 1, paintProgram } = options;
  const { samplesDir, databaseUrl, s3 } = options;
  const name = `${os.hostname()}-${process.pid}-${randomBytes(4).toString('hex')}`;
  const closers: (() => unknown)[] = [];
  const close = async () => {
    for (const end of closers.splice(0).reverse()) await end();
  };
  try {
    const sandbox = await describeSandbox();
    if (sandbox.isLockedIn) log.info(sandbox.text);
    else log.warn(sandbox.text);
    const tracer = await openTraces(options.role, log, closers);
    const { folders, budget } = await openRoom(options, log, closers);
    const storage = tracedStorage(await openStorage(folders, s3, options.storeTimeouts));
    closers.push(() => fontStoreOf(folders.fonts).close());
    const { database, queue } = await openTables(
      { dataDir: folders.root, url: databaseUrl, threadProgram: options.threadProgram },
      onError,
      closers,
    );
    const [changes, store] = [createChanges(), createStore(database, queue, options.maxOpen)];
    const [segments, retries] = [createSegmentStore(database, queue), createRetries(database, queue, options.maxOpen)];
    const webhooks = openWebhooks(database, queue, options.webhooks);
    const uploadLimits = { ...usualUploadLimits, ...options.uploadLimits };
    const pieces =
      // With a shared database, any process may receive the next bytes, even if processes share the data folder.
      s3 || databaseUrl ? partsInStore({ database, folders, storage, budget }) : partsOnDisk(folders, storage);
    if (s3 || databaseUrl) await adoptParts(folders, pieces);
    const quotas = createQuotas(database, options.quota, options.accounts?.allowed);
    const uploads = createUploads(database, folders, storage, uploadLimits, pieces, quotas.expectRoom);
    const kept = { database, uploads, store, changes, storage, quotas };
    const ofAccounts = await startAccounts({ ...kept, queue, log, onError }, folders.root, options.accounts);
    closers.push(() => ofAccounts.accounts?.close());
    const links = createLinks({ db: database.db, uploads, folders, budget }, options.links);
    const library = createLibrary(uploads, store, storage, samplesDir && `${samplesDir}/media`);
    const conversionStore = createConversionStore(database, queue);
    const transcriptionStore = createTranscriptionStore(database, queue);
    const derived = createDerivedStore(database, queue);
    const side = {
      ...{ conversion: conversionStore, transcription: transcriptionStore, derivation: derived, proxy: derived },
      webhook: webhooks.store,
    };
    if (!databaseUrl) await recoverAlone(folders, { queue, store, segments, side, tracer });
    const stills = createStills(folders, budget);
    const collections = openSources(options.images ?? {}, { database, folders, doors: options.links });
    closers.push(() => Promise.all([stills.close(), collections.close()]));
    const images = createImageSearches(collections.sources, onError);
    const sweeps = [
      ofAccounts.tidyAccounts,
      quotas.sweep,
      () => sweepUploads({ database, folders, uploads }, uploadLimits),
      () => sweepWork(folders.work, store),
      () => sweepCrashes(database),
      ...storageSweeps({ ...kept, folders }),
      ...[links, conversionStore, transcriptionStore, derived, collections].map(({ sweep }) => sweep),
    ];
    closers.push(await startStorageSweeps(sweeps, uploadLimits.hours, onError));
    const painter = openPainter(paintProgram, folders.work, closers);
    const bodies = createBodyReader(options.threadProgram);
    const { compile, close: closePlanner } = createPlanner(options.threadProgram, workers);
    closers.push(() => Promise.all([bodies.close(), closePlanner()]));
    const counted = createMetrics(() => queueLoads(database.db));
    const metrics = loggedMetrics(counted, log);
    const isSweeper = startProcessHeartbeat(database, name, closers, options.role);
    const hasOthers = databaseUrl !== undefined;
    const works = { name, queue, store, segments, changes, tracer, hasOthers, isSweeper, onError };
    const files = { uploads, library, stills, images, links, folders, storage, speech: options.speech ?? {} };
    const parts = { ...files, retries, conversionStore, transcriptionStore, derived, database, budget, onError };
    const { segmentLength } = options;
    const rendering = { ...works, metrics, folders, storage, ...library, painter, compile, segmentLength, budget };
    const email = ofAccounts.accounts?.emails;
    const kinds = {
      ...kindsOf(rendering, parts),
      webhook: webhooks.kind({ store, metrics, log }),
      ...(email && { email }),
    };
    // Workers may be scaled down at any time, so other roles send webhooks and emails.
    const lanes = lanesOf(workers, webhooks.isSender ? ['webhook', ...(email ? ['email' as const] : [])] : []);
    const worker = startRunner({ ...works, rest: { until: 0 } }, kinds, lanes);
    closers.push(worker.stop, startSweeps({ ...works, side }, worker));
    const shown = { quotas, uploadLimits, bodies, store, webhooks, changes, metrics, tracer, worker, samplesDir };
    return { ...parts, ...ofAccounts, ...shown, log, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Opens the data folder, and locks it if its content must not be shared. */
async function openRoom(
  { dataDir, diskFloor: floor = diskFloor, databaseUrl, s3 }: ServiceOptions,
  log: Log,
  closers: (() => unknown)[],
) {
  if (!(await makePrivateFolder(dataDir)))
    log.warn(
      `Other users of this machine can access the data folder ${dataDir}: it belongs to another user, or is shared. Use a private folder.`,
    );
  const folders = await openFolders(await finished(dataDir));
  closers.push(serveAsOthers(folders));
  const budget = createBudget({ floor, spare: [folders.segments] });
  if (!(await budget.hasRoom(0, folders.root)))
    throw new Error(`The disk of the data folder ${folders.root} is full. Free some space, then start again.`);
  if (!databaseUrl || s3) {
    const lock = await lockFolder(folders.root);
    closers.push(() => lock.release());
  }
  await closeFilesToOthers(folders.root);
  return { folders, budget };
}

/**
 * Opens the database and the job queue inside it. Migrations may take long; the time limit of statements applies after
 * them.
 * @param closers receives the functions that close both. @throws Error with a message for the terminal.
 */
async function openTables(
  where: Parameters<typeof openDatabase>[0],
  onError: (error: unknown, what: string) => void,
  closers: (() => unknown)[],
) {
  try {
    const database = await openDatabase(where);
    closers.push(() => database.close());
    const queue = await openQueue(database, (error) => onError(error, 'the job queue failed'));
    closers.push(() => queue.stop());
    database.begin();
    return { database, queue };
  } catch (error) {
    if (!(error instanceof DatabaseAwayError) || where.url === undefined) throw error;
    throw new Error(`${error.message} Start it, allow it more connections, or correct DATABASE_URL.`, { cause: error });
  }
}

function openPainter(program: string | undefined, rooms: string, closers: (() => unknown)[]) {
  const painter = program === undefined ? undefined : createPaintPool(program, { rooms });
  closers.push(() => painter?.close());
  return painter;
}

/** Opens the accounts, and the sweep of deleted ones. Workers notice by themselves that a video was deleted. */
async function startAccounts(
  {
    database,
    uploads,
    quotas,
    queue,
    log,
    onError,
    ...ending
  }: Pick<Service, 'database' | 'uploads' | 'quotas' | 'store' | 'changes' | 'storage' | 'log' | 'onError'> & {
    queue: Queue;
  },
  root: string,
  options: AccountOptions | undefined,
) {
  const endVideo = (row: Pick<VideoRow, 'id' | 'state'>) => removeVideo({ ...ending, worker: undefined }, row);
  const projects = createProjects(database, quotas.expectRoom);
  const kits = createKits(database, quotas.expectRoom);
  const accounts = openAccounts({ database, queue, log, onError }, root, options);
  return {
    operatorToken: await operatorToken(root, options?.operatorToken),
    accounts,
    tidyAccounts: () =>
      sweepAccounts({ database, uploads, endVideo }).then(projects.sweep).then(kits.sweep).then(accounts?.sweep),
    projects,
    kits,
  };
}

type SideParts =
  | 'conversionStore'
  | 'transcriptionStore'
  | 'derived'
  | 'database'
  | 'uploads'
  | 'library'
  | 'links'
  | 'speech'
  | 'folders'
  | 'storage'
  | 'budget'
  | 'onError';

/** Returns the kinds of work besides webhooks. */
function kindsOf(
  rendering: WorkerContext,
  { conversionStore, transcriptionStore, derived, database, ...parts }: Pick<Service, SideParts>,
) {
  const video = videoKind(rendering);
  const derivation = derivationKind({ ...parts, store: derived, db: database.db });
  return {
    ...{ plan: video, join: video, segment: segmentKind(rendering) },
    ...{ derivation, proxy: derivation },
    conversion: conversionKind({ ...parts, store: conversionStore }),
    transcription: transcriptionKind({ ...parts, store: transcriptionStore }),
  };
}
