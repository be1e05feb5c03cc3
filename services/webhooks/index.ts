import { defineSlice } from '../platform/slice.js';
import { createWebhooks, type WebhookParts } from './createWebhooks.js';

export type { TellStopped, Webhooks } from './webhooks.js';
export { webhookSteps } from './webhookTables.js';
export type { WebhookParts };

export const webhooksSlice = defineSlice({
  open: (platform, _tables, others: { readonly webhookParts: WebhookParts }) =>
    createWebhooks(platform, others.webhookParts),
});
