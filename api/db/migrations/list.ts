import type { Migration } from 'kysely';
import { videosAndUploads } from './001_videos_uploads.ts';
import { requestHash } from './002_request_hash.ts';
import { notes } from './003_notes.ts';
import { turn } from './004_turn.ts';
import { resumableUploads } from './005_resumable_uploads.ts';
import { links } from './007_links.ts';
import { conversions } from './009_conversions.ts';
import { foundImages } from './010_found_images.ts';
import { uploadPieces } from './011_upload_pieces.ts';
import { derivations } from './012_derivations.ts';
import { identity } from './013_identity.ts';
import { conversionTurn } from './014_conversion_turn.ts';
import { askedFrom } from './016_asked_from.ts';
import { transcriptions } from './017_transcriptions.ts';
import { askers } from './018_askers.ts';
import { accounts } from './019_accounts.ts';
import { projects } from './020_projects.ts';
import { hashedSignIns } from './021_hashed_sign_ins.ts';
import { privateVideos } from './022_private_videos.ts';
import { keptAt } from './023_kept_at.ts';
import { quotas } from './025_quotas.ts';
import { sharedSegments } from './026_shared_segments.ts';
import { releases } from './028_releases.ts';
import { webhooks } from './029_webhooks.ts';
import { kits } from './030_kits.ts';
import { processes } from './031_processes.ts';
import { failedVideos } from './032_failed.ts';
import { kitRemovals } from './033_kit_removals.ts';
import { passwordResets } from './034_password_resets.ts';
import { signInTries } from './035_sign_in_tries.ts';
import { signInsUsed } from './040_sign_ins_used.ts';
import { confirmations } from './041_confirmations.ts';
import { twoFactors } from './042_two_factors.ts';
import { parties } from './055_parties.ts';
import { crashes } from './056_crashes.ts';
import { sideJobs } from './060_side_jobs.ts';
import { confirmationIds } from './061_confirmation_ids.ts';

/** All migrations by name, in order. Never change a released one: add a new file and a line here. */
export const migrations: Record<string, Migration> = {
  '001_videos_uploads': videosAndUploads,
  '002_request_hash': requestHash,
  '003_notes': notes,
  '004_turn': turn,
  '005_resumable_uploads': resumableUploads,
  '007_links': links,
  '009_conversions': conversions,
  '010_found_images': foundImages,
  '011_upload_pieces': uploadPieces,
  '012_derivations': derivations,
  '013_identity': identity,
  '014_conversion_turn': conversionTurn,
  '016_asked_from': askedFrom,
  '017_transcriptions': transcriptions,
  '018_askers': askers,
  '019_accounts': accounts,
  '020_projects': projects,
  '021_hashed_sign_ins': hashedSignIns,
  '022_private_videos': privateVideos,
  '023_kept_at': keptAt,
  '025_quotas': quotas,
  '026_shared_segments': sharedSegments,
  '028_releases': releases,
  '029_webhooks': webhooks,
  '030_kits': kits,
  '031_processes': processes,
  '032_failed': failedVideos,
  '033_kit_removals': kitRemovals,
  '034_password_resets': passwordResets,
  '035_sign_in_tries': signInTries,
  '040_sign_ins_used': signInsUsed,
  '041_confirmations': confirmations,
  '042_two_factors': twoFactors,
  '055_parties': parties,
  '056_crashes': crashes,
  '060_side_jobs': sideJobs,
  '061_confirmation_ids': confirmationIds,
};
