import {
  WEBHOOK_PROBLEMS,
  WEBHOOK_STATES,
  WebhookDelivery,
  WebhookInput,
  WebhookSecret,
  WebhookView,
} from '@insuremanager/contracts/webhooks/webhookViews';
import { Arg, Ctx, ID, Int, Mutation, Query, Resolver } from 'type-graphql';
import { validated } from '../validated.js';
import { inputObject, objectType } from './describedTypes.js';
import { enumType } from './enums.js';
import { commandOf, type GraphqlContext } from './graphqlContext.js';
import { CHANGE_COST, LOOKUP_COST } from './queryCosts.js';

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

@Resolver()
export class WebhookResolver {
  @Query(() => [Webhook], { complexity: LOOKUP_COST })
  webhooks(@Ctx() { webhooks }: GraphqlContext): Promise<WebhookView[]> {
    return webhooks.list();
  }

  @Query(() => [Delivery], { complexity: LOOKUP_COST, description: 'The newest attempts.' })
  webhookDeliveries(
    @Arg('webhookId', () => Int) webhookId: number,
    @Ctx() { webhooks }: GraphqlContext,
  ): Promise<WebhookDelivery[]> {
    return webhooks.deliveries(webhookId);
  }

  @Mutation(() => Secret, {
    complexity: CHANGE_COST,
    description: 'Messages are sent from now on.',
  })
  addWebhook(
    @Arg('input', () => WebhookArg) input: object,
    @Arg('commandId', () => ID) commandId: string,
    @Ctx() context: GraphqlContext,
  ): Promise<WebhookSecret> {
    const command = commandOf(context, commandId);
    return context.webhooks.add(validated(WebhookInput, { ...input }), command);
  }

  @Mutation(() => Webhook, { complexity: CHANGE_COST })
  updateWebhook(
    @Arg('id', () => Int) id: number,
    @Arg('input', () => WebhookArg) input: object,
    @Arg('commandId', () => ID) commandId: string,
    @Ctx() context: GraphqlContext,
  ): Promise<WebhookView> {
    const command = commandOf(context, commandId);
    return context.webhooks.change(id, validated(WebhookInput, { ...input }), command);
  }

  @Mutation(() => Webhook, {
    complexity: CHANGE_COST,
    description: 'Enabled again, it goes on where it stopped.',
  })
  enableWebhook(
    @Arg('id', () => Int) id: number,
    @Arg('isEnabled', () => Boolean) isEnabled: boolean,
    @Arg('commandId', () => ID) commandId: string,
    @Ctx() context: GraphqlContext,
  ): Promise<WebhookView> {
    return context.webhooks.enable(id, isEnabled, commandOf(context, commandId));
  }

  @Mutation(() => Secret, {
    complexity: CHANGE_COST,
    description: 'The secret until now signs as well for a day.',
  })
  renewWebhookSecret(
    @Arg('id', () => Int) id: number,
    @Arg('commandId', () => ID) commandId: string,
    @Ctx() context: GraphqlContext,
  ): Promise<WebhookSecret> {
    return context.webhooks.renewSecret(id, commandOf(context, commandId));
  }

  @Mutation(() => Boolean, { complexity: CHANGE_COST })
  async deleteWebhook(
    @Arg('id', () => Int) id: number,
    @Arg('commandId', () => ID) commandId: string,
    @Ctx() context: GraphqlContext,
  ): Promise<boolean> {
    await context.webhooks.remove(id, commandOf(context, commandId));
    return true;
  }

  @Mutation(() => Delivery, { complexity: CHANGE_COST })
  sendWebhookTest(
    @Arg('id', () => Int) id: number,
    @Ctx() { webhooks }: GraphqlContext,
  ): Promise<WebhookDelivery> {
    return webhooks.sendTest(id);
  }

  @Mutation(() => Delivery, { complexity: CHANGE_COST })
  sendWebhookAgain(
    @Arg('deliveryId', () => ID) deliveryId: string,
    @Ctx() { webhooks }: GraphqlContext,
  ): Promise<WebhookDelivery> {
    return webhooks.sendAgain(deliveryId);
  }
}
