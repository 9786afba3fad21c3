import { openDatabase, type StoredAgreement, type StoredHead } from '../../state/database.ts';

/** A project, or something at hand in all of them, that the server does not have as it is here. */
export interface Unsent {
  id: string;
  name: string;
  /** How many of its files are in this browser alone; 0: the project itself is. */
  files: number;
  /** Why the server does not take it, in words; '' while it waits. */
  refusal: string;
}

/** The projects of the account that are not, or not as they are here, on the server. */
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
