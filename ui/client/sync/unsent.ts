import { openDatabase, type StoredAgreement, type StoredHead } from '../store/database.ts';

/** A project or kit item whose current version the server does not have. */
export interface Unsent {
  id: string;
  name: string;
  /** Number of its files that exist only in this browser; 0 if the item itself is not synced. */
  files: number;
  /** Why the server rejects it; '' while it waits. */
  refusal: string;
}

/** Lists the account's projects whose current version is not on the server. */
export async function listUnsent(): Promise<Unsent[]> {
  const database = await openDatabase();
  if (!database) return [];
  const agreements = new Map((await database.getAll('agreements')).map((one) => [one.id, one]));
  const heads = (await database.getAll('heads')).filter(({ removedAt }) => removedAt === undefined);
  return heads.filter((head) => !isSent(head, agreements.get(head.id))).map((head) => unsent(head, agreements));
}

function unsent({ id, name }: StoredHead, agreements: Map<string, StoredAgreement>): Unsent {
  const agreement = agreements.get(id);
  return { id, name, files: agreement?.waiting.length ?? 0, refusal: agreement?.refusal ?? '' };
}

function isSent(head: StoredHead, agreement: StoredAgreement | undefined): boolean {
  const { localRevision, refusal, waiting = [] } = agreement ?? {};
  return localRevision === head.revision && refusal === undefined && waiting.length === 0;
}
