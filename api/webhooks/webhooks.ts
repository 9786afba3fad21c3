import type { Database } from '../db/database.ts';
import type { Queue } from '../jobs/queue.ts';
import { createWebhookStore } from '../jobs/webhookStore.ts';
import { createEgressRules } from '../sources/links/egressRules.ts';
import { type DeliverContext, startDelivering, type WebhookOptions } from './deliver.ts';
import { openWebhookSecrets } from './secrets.ts';

/** The webhooks of a service. */
export type Webhooks = ReturnType<typeof openWebhooks>;

/** Opens the webhooks of a database. @throws Error for an invalid host. */
export function openWebhooks(database: Database, queue: Queue, options: WebhookOptions = {}) {
  const doors = createEgressRules(options);
  const secrets = openWebhookSecrets(database, options.secret);
  const store = createWebhookStore(database, queue);
  return {
    /** Rules for allowed hosts. */
    doors,
    secrets,
    store,

    /** Recovers tries of an earlier process; for a process that has the database to itself. */
    recover: () => store.recover(-1),

    /** Starts sending, if this process does. @returns a function that stops it. */
    start(context: Omit<DeliverContext, 'webhooks' | 'secrets'>): () => Promise<void> {
      if (options.isSender === false) return async () => undefined;
      return startDelivering({ ...context, webhooks: store, secrets }, doors, options);
    },
  };
}
