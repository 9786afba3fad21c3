import { createSegmentStore } from '../../../api/jobs/segmentStore.ts';
import { createWebhookStore } from '../../../api/jobs/webhookStore.ts';
import { createConversionStore } from '../../../api/sources/conversions/conversionStore.ts';
import { createDerivedStore } from '../../../api/sources/derived/derivedStore.ts';
import { createTranscriptionStore } from '../../../api/sources/transcriptions/transcriptionStore.ts';
import { openStoreAlone } from './storeAlone.ts';

type Alone = Pick<Awaited<ReturnType<typeof openStoreAlone>>, 'database' | 'queue'>;

/** The stores of work besides renders. */
export function sideWorkOf({ database, queue }: Alone) {
  const conversions = createConversionStore(database, queue);
  const transcriptions = createTranscriptionStore(database, queue);
  const derived = createDerivedStore(database, queue);
  const webhooks = createWebhookStore(database, queue);
  const side = {
    ...{ conversion: conversions, transcription: transcriptions, derivation: derived, proxy: derived },
    webhook: webhooks,
  };
  return { conversions, transcriptions, derived, webhooks, side };
}

/** The stores of all work on a temporary database. */
export async function openSideWork() {
  const alone = await openStoreAlone();
  return { ...alone, ...sideWorkOf(alone), segments: createSegmentStore(alone.database, alone.queue) };
}
