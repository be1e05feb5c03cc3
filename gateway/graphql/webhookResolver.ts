import {
  WEBHOOK_PROBLEMS,
  WEBHOOK_STATES,
  WebhookDelivery,
  WebhookInput,
  WebhookSecret,
  WebhookView,
} from '@insuremanager/contracts/webhooks/webhookViews';
import { ID, Int } from 'type-graphql';
import { validated } from '../validated.js';
import { inputObject, objectType } from './describedTypes.js';
import { enumType } from './enums.js';
import { change, mutation, query, rootFields } from './rootFields.js';

enumType('WebhookState', WEBHOOK_STATES);
enumType('WebhookProblem', WEBHOOK_PROBLEMS);
const Webhook = objectType('Webhook', WebhookView, {
  description: 'An address that messages for other systems are sent to.',
});
const Delivery = objectType('WebhookDelivery', WebhookDelivery, {
  description: 'An attempt to deliver a message.',
});
const Secret = objectType('WebhookSecret', WebhookSecret, {
  description: 'What messages are signed with, told once.',
});

const WebhookArg = inputObject('WebhookInput', {
  url: String,
  description: String,
});

export const webhookResolvers = rootFields({
  webhooks: query([Webhook], {}, (_, { webhooks }) => webhooks.list()),

  webhookDeliveries: query(
    [Delivery],
    { description: 'The newest attempts.', args: { webhookId: Int } },
    ({ webhookId }, { webhooks }) => webhooks.deliveries(webhookId),
  ),

  addWebhook: change(
    Secret,
    { description: 'Messages are sent from now on.', args: { input: WebhookArg } },
    ({ input }, { webhooks }, command) =>
      webhooks.add(validated(WebhookInput, { ...input }), command),
  ),

  updateWebhook: change(
    Webhook,
    { args: { id: Int, input: WebhookArg } },
    ({ id, input }, { webhooks }, command) =>
      webhooks.change(id, validated(WebhookInput, { ...input }), command),
  ),

  enableWebhook: change(
    Webhook,
    {
      description: 'Enabled again, it goes on where it stopped.',
      args: { id: Int, isEnabled: Boolean },
    },
    ({ id, isEnabled }, { webhooks }, command) => webhooks.enable(id, isEnabled, command),
  ),

  renewWebhookSecret: change(
    Secret,
    { description: 'The secret until now signs as well for a day.', args: { id: Int } },
    ({ id }, { webhooks }, command) => webhooks.renewSecret(id, command),
  ),

  deleteWebhook: change(Boolean, { args: { id: Int } }, async ({ id }, { webhooks }, command) => {
    await webhooks.remove(id, command);
    return true;
  }),

  sendWebhookTest: mutation(Delivery, { args: { id: Int } }, ({ id }, { webhooks }) =>
    webhooks.sendTest(id),
  ),

  sendWebhookAgain: mutation(
    Delivery,
    { args: { deliveryId: ID } },
    ({ deliveryId }, { webhooks }) => webhooks.sendAgain(deliveryId),
  ),
});
