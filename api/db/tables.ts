import type { Generated, Selectable } from 'kysely';
import type { MediaFacts } from '../../engine/project/media.ts';
import type { Problem } from '../../engine/project/problems.ts';
import type { Project } from '../../engine/project/project.ts';
import type { Cue } from '../../engine/project/subtitles.ts';
import type { StoredKind } from '../contract/derivedAddress.ts';
import type { ImageSourceId } from '../contract/images.ts';
import type { ProcessRole } from '../contract/operator.ts';
import type { Quota } from '../contract/quota.ts';
import type { SpeechLanguage } from '../contract/speechLanguages.ts';
import type { TranscriptionProgress } from '../contract/transcription.ts';
import type { CreatedAt, Instant, Json, NullableJson, WorkState } from './columns.ts';
import type { KitItemTable, KitRemovalTable, ProjectTable, ProjectVersionTable } from './projectTables.ts';
import type { RenderTable, SegmentTable } from './segmentTables.ts';
import type { WebhookSecretTable, WebhookSeen, WebhookTable } from './webhookTables.ts';

/** A stored error of a job. */
export interface StoredError {
  code: string;
  message: string;
  problems?: readonly Problem[];
  /** Number of problems beyond those listed. */
  moreProblems?: number;
}

/** A requested video, its job and its result. */
export interface VideoTable {
  id: string;
  /** Increasing number; the order of lists. */
  seq: Generated<string | number>;
  /** Hash of the session that requested it. */
  owner: string;
  /** See Requester; default: the owner. */
  party: Generated<string>;
  name: string | null;
  idempotency_key: string | null;
  /** Hash of the address that sent the idempotency key without a session; otherwise null. */
  asked_from: string | null;
  /** SHA-256 of the request body; null for videos of early releases. */
  request_hash: string | null;
  project: Json<Project>;
  /** Number of the release that wrote it; 0 for earlier releases, which did not store it. */
  release: Generated<number>;
  state: Generated<WorkState>;
  progress: Generated<number>;
  progress_text: Generated<string>;
  /** Id of the only job that may work on it. */
  job_id: string | null;
  /** Place in the queue of all parties; the smallest is taken first. */
  turn: Generated<number>;
  /** Fencing token: each start of work increments it; writes of earlier attempts have no effect. */
  attempt: Generated<number>;
  /** Attempts that were lost with their process since the last progress, and the number of the last such crash. */
  crashes: Generated<number>;
  crash: Generated<number | string | null>;
  /** How often a worker deferred it to others. */
  deferrals: Generated<number>;
  /**
   * plan: one worker plans and renders it, or shares its segments; segments: several workers render them; join: they
   * are joined.
   */
  stage: Generated<'plan' | 'segments' | 'join'>;
  /** Process that works on it, and its last heartbeat. */
  worker: string | null;
  beat_at: Instant | null;
  /** Result: file names inside the video's folder. */
  file: string | null;
  poster: string | null;
  mime: string | null;
  width: number | null;
  height: number | null;
  duration: number | null;
  size: number | string | null;
  error: NullableJson<StoredError>;
  /** Requested length in seconds; 0 for earlier releases, which did not store it. */
  seconds: Generated<number>;
  /** Notes on deviations from the project, in sentences. */
  notes: NullableJson<readonly string[]>;
  /** true: only its owner sees it. */
  is_private: Generated<boolean>;
  submitted_at: CreatedAt;
  finished_at: Instant | null;
}

/** A running or finished upload. */
export interface UploadTable {
  id: string;
  /** Secret of the upload address; reading the file does not reveal it. */
  token: string;
  owner: string;
  /** See Requester; default: the owner. */
  party: Generated<string>;
  /** The user's file name: for display, never used as a path. */
  name: string;
  declared_type: string;
  /** Bytes; null if not declared. */
  declared_size: number | string | null;
  /** expired: its bytes are deleted, and further requests get an error. */
  status: Generated<'open' | 'done' | 'expired'>;
  /** SHA-256 of the file; null until done, and for uploads with a file in their own folder. */
  content: string | null;
  /** Time of the last write; once done, of the last use, to the hour. */
  touched_at: CreatedAt;
  /** Our file name; null until done. */
  file: string | null;
  mime: string | null;
  size: number | string | null;
  facts: NullableJson<MediaFacts>;
  /** Current writer of its pieces; earlier writers have lost it. */
  writer: string | null;
  created_at: CreatedAt;
  finished_at: Instant | null;
}

/** A file of one or more uploads, stored once. */
export interface ContentTable {
  /** SHA-256, hexadecimal. */
  hash: string;
  /** File name in the folder of contents. */
  file: string;
  mime: string;
  /** Bytes. */
  size: number | string;
  /** Null for an empty file. */
  facts: NullableJson<MediaFacts>;
  created_at: CreatedAt;
}

/** A recently fetched link. */
export interface LinkTable {
  /** SHA-256 of the URL. */
  key: string;
  /** Ids of the resulting uploads: its media, and its audio if that is a separate file. */
  upload: string;
  sound: string | null;
  fetched_at: CreatedAt;
}

/** Columns that all work besides renders and webhooks has, see jobs/workStore.ts. */
interface WorkColumns {
  id: string;
  /** See Requester; default: the owner. Of a derivation: the party of its first request. */
  party: Generated<string>;
  state: Generated<WorkState>;
  /** Id of the only job that may work on it. Fencing token: work that is put back gets another job. */
  job_id: Generated<string | null>;
  /** Process that works on it. */
  worker: Generated<string | null>;
  /** Attempts that were lost with their process, and the number of the last such crash. */
  crashes: Generated<number>;
  crash: Generated<number | string | null>;
  /** How often a worker deferred it to others. */
  deferrals: Generated<number>;
  error: NullableJson<StoredError>;
  created_at: CreatedAt;
}

/** A conversion of a GIF to a video. */
export interface ConversionTable extends WorkColumns {
  owner: string;
  /** URL of the GIF, without an origin. */
  source_url: string;
  input_name: string;
  /** URL of the video, without an origin. */
  output_url: string | null;
}

/** A transcription of speech to subtitles. */
export interface TranscriptionTable extends WorkColumns {
  owner: string;
  /** URL of the video or audio: without an origin if on this server. For a project, "project:" and its SHA-256. */
  source_url: string;
  /** The speech of a project, see spokenProject; null for a file. */
  project: NullableJson<Project>;
  language_code: SpeechLanguage;
  /** Name of the engine at the time of the request. */
  engine: string;
  /** Number of requests that were not canceled. */
  askers: Generated<number>;
  progress: NullableJson<Partial<TranscriptionProgress>>;
  /** The result. */
  cues: NullableJson<readonly Cue[]>;
}

/** A file made once from an uploaded file, for previews. Its id is its storage key. */
export interface DerivationTable extends WorkColumns {
  /** SHA-256 of the file. */
  content: string;
  kind: StoredKind;
  /** 0 to 1. */
  progress: Generated<number>;
  /** Start of the last attempt. */
  beat_at: Instant | null;
  /** Time of the last request. */
  asked_at: CreatedAt;
}

/** An image of an online collection, found by a search. */
export interface FoundImageTable {
  id: string;
  source: ImageSourceId;
  url: string;
  thumbnail: string;
  found_at: CreatedAt;
}

/** A stored piece of an unfinished upload. */
export interface UploadPieceTable {
  upload: string;
  /** Offset of its first byte in the upload. */
  start: number | string;
  /** Number of bytes from the start of the object that belong to the upload. */
  size: number | string;
  key: string;
}

/** A user account. The account library writes most of these tables, see accounts/authLibrary.ts. */
export interface UserTable {
  id: string;
  name: string;
  email: string;
  email_verified: Generated<boolean>;
  has_subscription: Generated<boolean>;
  /** Whether signing in requires a second factor. */
  two_factor: Generated<boolean>;
  /** Individual quotas that replace the defaults. */
  quota: NullableJson<Partial<Quota>>;
}

/** A signed-in browser. */
export interface SignInTable {
  id: string;
  /** Hash of its secret. */
  token: string;
  user_id: string;
  user_agent: string | null;
  created_at: CreatedAt;
  /** To the minute. */
  used_at: CreatedAt;
  expires_at: Instant;
}

/** An emailed link that confirms the address of a new or existing account. */
export interface ConfirmationTable {
  id: Generated<string>;
  /** Hash of the link's token; until the email is sent, of an unknown token. */
  hash: string;
  email: string;
  /** User whose address it becomes; null for a sign-up, which creates the account. */
  user_id: string | null;
  /** For a sign-up: display name, and the library's password hash. */
  name: string | null;
  password: string | null;
  /** For a sign-up: the anonymous session of the request, as in `owner`. */
  browser: string | null;
  created_at: CreatedAt;
  expires_at: Instant;
}

/** A user's second factor. */
export interface TwoFactorTable {
  user_id: string;
  /** Hashes of the remaining recovery codes, as JSON. */
  backup_codes: string;
  /** Whether it was confirmed with a code. */
  verified: Generated<boolean>;
}

/** A used code of an authenticator app, which must not work again. */
export interface UsedCodeTable {
  user_id: string;
  code: string;
  used_at: CreatedAt;
}

/** The secret of the account library: one row. */
export interface LibrarySecretTable {
  secret: string;
}

/** A token with which a script acts for its owner. */
export interface ApiTokenTable {
  id: string;
  /** Hash of the token. */
  hash: string;
  user_id: string;
  name: string;
  created_at: CreatedAt;
  /** When it was last used, to the minute. */
  used_at: Instant | null;
}

/** The latest password reset link of an account. */
export interface PasswordResetTable {
  user_id: string;
  /** Hash of its token. */
  hash: string;
  made_at: Instant;
  /** Start of the hour in which `sent` emails went to the account. */
  window_began: Instant;
  sent: number;
}

/** Number of sign-in tries within a window. */
export interface SignInTryTable {
  /** Hash of what is counted, see accounts/tries.ts. */
  key: string;
  began: Instant;
  count: number;
}

/** A device that has signed in to an account. */
export interface KnownDeviceTable {
  /** Hash of the device's secret. */
  hash: string;
  user_id: string;
  seen_at: Instant;
}

/** A process that shares the database; deleted when it exits. */
export interface ProcessTable {
  name: string;
  role: ProcessRole;
  started_at: CreatedAt;
  /** Time of the last heartbeat. */
  beat_at: CreatedAt;
}

/** A process that crashed while it worked. */
export interface ProcessCrashTable {
  name: string;
  /** Increasing number. */
  number: Generated<number | string>;
  at: CreatedAt;
}

/** Id of this database: one row. */
export interface IdentityTable {
  one: Generated<boolean>;
  id: string;
}

/** All tables of the service; the job queue has its own in another schema. */
export interface Tables {
  videos: VideoTable;
  renders: RenderTable;
  segments: SegmentTable;
  webhooks: WebhookTable;
  webhook_secrets: WebhookSecretTable;
  uploads: UploadTable;
  contents: ContentTable;
  links: LinkTable;
  conversions: ConversionTable;
  derivations: DerivationTable;
  transcriptions: TranscriptionTable;
  found_images: FoundImageTable;
  upload_pieces: UploadPieceTable;
  users: UserTable;
  sign_ins: SignInTable;
  confirmations: ConfirmationTable;
  two_factors: TwoFactorTable;
  used_codes: UsedCodeTable;
  library_secret: LibrarySecretTable;
  api_tokens: ApiTokenTable;
  password_resets: PasswordResetTable;
  sign_in_tries: SignInTryTable;
  known_devices: KnownDeviceTable;
  projects: ProjectTable;
  project_versions: ProjectVersionTable;
  kit_items: KitItemTable;
  kit_removals: KitRemovalTable;
  processes: ProcessTable;
  process_crashes: ProcessCrashTable;
  identity: IdentityTable;
}

/** A video row as read, without its project. */
export type VideoRow = Omit<Selectable<VideoTable>, 'project' | 'seconds' | 'release'> & {
  /** Only read for display. */
  webhook?: WebhookSeen | null;
  /** Attempt that planned its shared segments; read with `webhook`. */
  planned?: number | null;
};
/** A video row as its worker needs it. */
export type ClaimedVideo = Selectable<VideoTable>;
/** A conversion row as read. */
export type ConversionRow = Selectable<ConversionTable>;
/** A transcription row as read. */
export type TranscriptionRow = Selectable<TranscriptionTable>;
/** A derivation row as read. */
export type DerivationRow = Selectable<DerivationTable>;
/** An upload row as read. */
export type UploadRow = Selectable<UploadTable>;
/** Columns of a new upload. */
export type NewUpload = Pick<
  UploadRow,
  'id' | 'token' | 'owner' | 'party' | 'name' | 'declared_type' | 'declared_size'
>;
