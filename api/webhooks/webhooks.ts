import type { Database } from '../db/database.ts';
import type { Queue } from '../jobs/queue.ts';
import { createWebhookStore } from '../jobs/webhookStore.ts';
import { createEgressRules } from '../sources/links/egressRules.ts';
import { type DeliverContext, type WebhookOptions, webhookKind } from './deliver.ts';
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

    /** Whether this process sends them. */
    isSender: options.isSender !== false,
    /** Sends them. */
    kind: (context: Omit<DeliverContext, 'webhooks' | 'secrets' | 'doors'>) =>
      webhookKind({ ...context, webhooks: store, secrets, doors }, options),
  };
}
