import type { Generated, Selectable } from 'kysely';
import type { MediaFacts } from '../../engine/project/media.ts';
import type { Problem } from '../../engine/project/problems.ts';
import type { Project } from '../../engine/project/project.ts';
import type { Cue } from '../../engine/project/subtitles.ts';
import type { ConversionStatus } from '../contract/conversion.ts';
import type { StoredKind } from '../contract/derivedAddress.ts';
import type { ImageSourceId } from '../contract/images.ts';
import type { ProcessRole } from '../contract/operator.ts';
import type { Quota } from '../contract/quota.ts';
import type { SpeechLanguage } from '../contract/speechLanguages.ts';
import type { TranscriptionProgress } from '../contract/transcription.ts';
import type { VideoStatus } from '../contract/video.ts';
import type { CreatedAt, Instant, Json, NullableJson } from './columns.ts';
import type { KitItemTable, KitRemovalTable, ProjectTable, ProjectVersionTable } from './projectTables.ts';
import type { RenderTable, SegmentTable } from './segmentTables.ts';
import type { WebhookSecretTable, WebhookSeen, WebhookTable } from './webhookTables.ts';

/** Why a job failed, as stored. */
export interface StoredError {
  code: string;
  message: string;
  problems?: readonly Problem[];
  /** How many more problems there are than those listed. */
  moreProblems?: number;
}

/** A video that was asked for, its job and its result. */
export interface VideoTable {
  id: string;
  /** Counts up; the order of the list. */
  seq: Generated<string | number>;
  /** Hash of the session that asked. */
  owner: string;
  /** See Requester; unless given, the owner. */
  party: Generated<string>;
  name: string | null;
  idempotency_key: string | null;
  /** Hash of the address that sent the key, where it had no session; null else. */
  asked_from: string | null;
  /** SHA-256 of the body that was sent with the key; null for videos of before it was stored. */
  request_hash: string | null;
  project: Json<Project>;
  /** Number of the release that wrote it; 0 of those of before it was stored. */
  release: Generated<number>;
  status: Generated<VideoStatus>;
  progress: Generated<number>;
  progress_text: Generated<string>;
  /** Id of the queue's job that may work on it. */
  job_id: string | null;
  /** When it is its turn among those of all parties: the smallest is taken first. */
  turn: Generated<number>;
  /** Fencing token: raised by every start of work; a write of an older attempt changes nothing. */
  attempt: Generated<number>;
  /** How many attempts ended without a word since it made progress, and with which process crash the last of them did. */
  crashes: Generated<number>;
  crash: Generated<number | string | null>;
  /** How often a worker left it to others that could not go on with it. */
  deferrals: Generated<number>;
  /** plan: one worker plans it, and makes it unless it shares it; segments: several make those; join: they are joined. */
  stage: Generated<'plan' | 'segments' | 'join'>;
  /** Process that works on it, and when it last said so. */
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
  /** Length that it was asked with, seconds; 0 of those of before it was stored. */
  seconds: Generated<number>;
  /** Sentences on what was done otherwise than the project asks. */
  notes: NullableJson<readonly string[]>;
  /** true: its owner alone sees it. */
  is_private: Generated<boolean>;
  submitted_at: CreatedAt;
  finished_at: Instant | null;
}

/** A file that is being, or was, uploaded. */
export interface UploadTable {
  id: string;
  /** Secret of the upload address; reading the file does not reveal it. */
  token: string;
  owner: string;
  /** See Requester; unless given, the owner. */
  party: Generated<string>;
  /** The user's name of the file: shown, never used as a path. */
  name: string;
  declared_type: string;
  /** Bytes; null when not said. */
  declared_size: number | string | null;
  /** expired: its bytes are gone, and who sends more is told so. */
  status: Generated<'open' | 'done' | 'expired'>;
  /** SHA-256 of the file; null until done, and for those that have a file of their own in the upload's folder. */
  content: string | null;
  /** When it was last written to; of one that is done, when it was last used, to the hour. */
  touched_at: CreatedAt;
  /** File name, ours; null until done. */
  file: string | null;
  mime: string | null;
  size: number | string | null;
  facts: NullableJson<MediaFacts>;
  /** Who writes pieces of it now; who came before may write no more. */
  writer: string | null;
  created_at: CreatedAt;
  finished_at: Instant | null;
}

/** A file that came with one or more uploads; stored once. */
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

/** A link that was fetched lately. */
export interface LinkTable {
  /** SHA-256 of the address. */
  key: string;
  /** Ids of the uploads that it became: its media, and its sound where that is a file of its own. */
  upload: string;
  sound: string | null;
  fetched_at: CreatedAt;
}

/** A GIF that is, or was, turned into a video. */
export interface ConversionTable {
  id: string;
  owner: string;
  /** See Requester; unless given, the owner. */
  party: Generated<string>;
  /** Address of the GIF, without an origin. */
  source_url: string;
  input_name: string;
  status: Generated<ConversionStatus>;
  /** When it is its turn among those of all parties: the smallest is taken first. */
  turn: Generated<number>;
  /** Fencing token: raised by every start of work; a write of an older attempt changes nothing. */
  attempts: Generated<number>;
  beat_at: Instant | null;
  /** Process that works on it. */
  worker: Generated<string | null>;
  /** How many attempts ended without a word since it made progress, and with which process crash the last of them did. */
  crashes: Generated<number>;
  crash: Generated<number | string | null>;
  /** Address of the video, without an origin. */
  output_url: string | null;
  error: NullableJson<StoredError>;
  created_at: CreatedAt;
}

/** Speech that is, or was, turned into subtitles. */
export interface TranscriptionTable {
  id: string;
  owner: string;
  /** See Requester; unless given, the owner. */
  party: Generated<string>;
  /** Address of the video or sound: on this server without an origin, or elsewhere. */
  source_url: string;
  language_code: SpeechLanguage;
  /** Name of the engine that was set up when it was asked for. */
  engine: string;
  /** How many asked for it, and did not cancel it. */
  askers: Generated<number>;
  status: Generated<ConversionStatus>;
  /** When it is its turn among those of all parties: the smallest is taken first. */
  turn: Generated<number>;
  /** Fencing token: raised by every start of work; a write of an older attempt changes nothing. */
  attempts: Generated<number>;
  beat_at: Instant | null;
  /** Process that works on it. */
  worker: Generated<string | null>;
  /** How many attempts ended without a word since it made progress, and with which process crash the last of them did. */
  crashes: Generated<number>;
  crash: Generated<number | string | null>;
  progress: NullableJson<Partial<TranscriptionProgress>>;
  /** The result. */
  cues: NullableJson<readonly Cue[]>;
  error: NullableJson<StoredError>;
  created_at: CreatedAt;
}

/** Something that is, or was, made once of an uploaded file, for previews of it. */
export interface DerivationTable {
  /** Key under which it is stored once it is COMPLETE. */
  id: string;
  /** SHA-256 of the file. */
  content: string;
  kind: StoredKind;
  /** Who asked for it first, see Requester. */
  party: Generated<string>;
  /** When it is its turn among those of all parties: the smallest is taken first. */
  turn: Generated<number>;
  status: Generated<ConversionStatus>;
  /** 0 to 1. */
  progress: Generated<number>;
  /** Fencing token: raised by every start of work; a write of an older attempt changes nothing. */
  attempts: Generated<number>;
  beat_at: Instant | null;
  /** Process that works on it. */
  worker: Generated<string | null>;
  /** How many attempts ended without a word since it made progress, and with which process crash the last of them did. */
  crashes: Generated<number>;
  crash: Generated<number | string | null>;
  /** When somebody last wanted it. */
  asked_at: CreatedAt;
  error: NullableJson<StoredError>;
  created_at: CreatedAt;
}

/** A picture of a collection on the network that a search found. */
export interface FoundImageTable {
  id: string;
  source: ImageSourceId;
  url: string;
  thumbnail: string;
  found_at: CreatedAt;
}

/** Bytes of an upload that is under way, in the store. */
export interface UploadPieceTable {
  upload: string;
  /** The first one's place in the upload. */
  start: number | string;
  /** How many; the object may have more. */
  size: number | string;
  key: string;
}

/** Who has an account. The library writes most of the tables of accounts, see accounts/library.ts. */
export interface UserTable {
  id: string;
  name: string;
  email: string;
  email_verified: Generated<boolean>;
  has_subscription: Generated<boolean>;
  /** Whether a sign-in asks for a code, too. */
  two_factor: Generated<boolean>;
  /** What they may use, where that is not what everybody may. */
  quota: NullableJson<Partial<Quota>>;
}

/** A browser in which a person is signed in. */
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

/** An emailed link that confirms an address: of a new account, or of one that is there. */
export interface ConfirmationTable {
  /** Hash of the link's token. */
  hash: string;
  email: string;
  /** Whose address it becomes; null for a sign-up, which makes the account. */
  user_id: string | null;
  /** Of a sign-up: the display name, and the hash of the password as the library makes it. */
  name: string | null;
  password: string | null;
  /** Of a sign-up: the anonymous session that asked, as in `owner`. */
  browser: string | null;
  created_at: CreatedAt;
  expires_at: Instant;
}

/** The second factor of a person's sign-ins. */
export interface TwoFactorTable {
  user_id: string;
  /** Hashes of the recovery codes that are left, as JSON. */
  backup_codes: string;
  /** Whether a code has confirmed it. */
  verified: Generated<boolean>;
}

/** A code of an authenticator app that was used, so that it does not work again. */
export interface UsedCodeTable {
  user_id: string;
  code: string;
  used_at: CreatedAt;
}

/** The secret of the account library: one row. */
export interface LibrarySecretTable {
  secret: string;
}

/** A token with which a script works for its owner. */
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

/** The link for a new password that an account was sent last. */
export interface PasswordResetTable {
  user_id: string;
  /** Hash of its token. */
  hash: string;
  made_at: Instant;
  /** When the hour began in which `sent` emails went to the account. */
  window_began: Instant;
  sent: number;
}

/** How often somebody tried to sign in within a window. */
export interface SignInTryTable {
  /** Hash of what is counted, see accounts/tries.ts. */
  key: string;
  began: Instant;
  count: number;
}

/** A device on which somebody has signed in to an account. */
export interface KnownDeviceTable {
  /** Hash of the device's secret. */
  hash: string;
  user_id: string;
  seen_at: Instant;
}

/** A process that shares the database; gone when it ends. */
export interface ProcessTable {
  name: string;
  role: ProcessRole;
  started_at: CreatedAt;
  /** When it last said that it runs. */
  beat_at: CreatedAt;
}

/** A process that ended without a word while it worked. */
export interface ProcessCrashTable {
  name: string;
  /** Counts up. */
  number: Generated<number | string>;
  at: CreatedAt;
}

/** What tells a database from others: one row. */
export interface IdentityTable {
  one: Generated<boolean>;
  id: string;
}

/** All tables of our own; the queue keeps its own in another schema. */
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

/** A video as it is read, without its project. */
export type VideoRow = Omit<Selectable<VideoTable>, 'project' | 'seconds' | 'release'> & {
  /** Read for whoever is shown it only. */
  webhook?: WebhookSeen | null;
  /** Attempt that planned its shared segments; read with `webhook`. */
  planned?: number | null;
};
/** A video with what its worker needs. */
export type ClaimedVideo = Selectable<VideoTable>;
/** A conversion as it is read. */
export type ConversionRow = Selectable<ConversionTable>;
/** A transcription as it is read. */
export type TranscriptionRow = Selectable<TranscriptionTable>;
/** What is made of an uploaded file, as it is read. */
export type DerivationRow = Selectable<DerivationTable>;
/** An uploaded file as it is read. */
export type UploadRow = Selectable<UploadTable>;
/** An uploaded file as it begins. */
export type NewUpload = Pick<
  UploadRow,
  'id' | 'token' | 'owner' | 'party' | 'name' | 'declared_type' | 'declared_size'
>;
