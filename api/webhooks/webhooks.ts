import type { Database } from '../db/database.ts';
import type { Queue } from '../jobs/queue.ts';
import { createWebhookStore } from '../jobs/webhookStore.ts';
import { createDoors } from '../sources/links/doors.ts';
import { type DeliverContext, startDelivering, type WebhookOptions } from './deliver.ts';
import { openWebhookSecrets } from './secrets.ts';

/** Those who are told of videos' ends. */
export type Webhooks = ReturnType<typeof openWebhooks>;

/** Opens the webhooks of a database. @throws Error for a host that is none. */
export function openWebhooks(database: Database, queue: Queue, options: WebhookOptions = {}) {
  const doors = createDoors(options);
  const secrets = openWebhookSecrets(database, options.secret);
  const store = createWebhookStore(database, queue);
  return {
    /** Where they may be. */
    doors,
    secrets,
    store,

    /** Takes up what an earlier process was sending; for a process that is alone on its database. */
    recover: () => store.recover(-1),

    /** Begins to send, where this process does. @returns its end. */
    start(context: Omit<DeliverContext, 'webhooks' | 'secrets'>): () => Promise<void> {
      if (options.isSender === false) return async () => undefined;
      return startDelivering({ ...context, webhooks: store, secrets }, doors, options);
    },
  };
}
