import { Button, Callout, Intent } from '@blueprintjs/core';
import { Plus } from '@blueprintjs/icons';
import { OLD_SECRET_HOURS } from '@insuremanager/contracts/webhooks/webhookViews';
import { useEffect, useMemo, useState } from 'react';
import { type Operation, operation, useGatewayQuery } from '../../data/operation';
import {
  DeleteWebhookDocument,
  EnableWebhookDocument,
  RenewWebhookSecretDocument,
  SendWebhookAgainDocument,
  SendWebhookTestDocument,
  WebhookDeliveriesDocument,
  type WebhookDeliveriesQuery,
  WebhooksDocument,
  type WebhooksQuery,
} from '../../data/operations.generated';
import { useConfirm } from '../../ui/Confirm';
import { formatInstant } from '../../ui/format';
import { SkeletonRows } from '../../ui/list/SkeletonRows';
import { LoadFailure } from '../../ui/record/Loaded';
import { SectionCard } from '../../ui/SectionCard';
import { Badge } from '../../ui/StatusBadge';
import type { Tone } from '../../ui/statusTones';
import { TakenTextDialog } from '../../ui/TakenTextDialog';
import { useToast } from '../../ui/toaster/Toaster';
import { useAction } from '../../ui/useAction';
import { WebhookDialog } from './WebhookDialog';
import './settings.css';
import './webhooks.css';

type Webhook = WebhooksQuery['webhooks'][number];
type Delivery = WebhookDeliveriesQuery['webhookDeliveries'][number];

const ASKED = operation(WebhooksDocument, {});
const FAILED = 'Failed to change the webhook. Please try again.';
const POLL_MS = 5_000;

const STATES: Readonly<Record<Webhook['state'], readonly [Tone, string]>> = {
  active: ['good', 'Active'],
  failing: ['wait', 'Failing'],
  disabled: ['ended', 'Disabled'],
  given_up: ['bad', 'Given up'],
  gone: ['bad', 'Gone'],
  other_log: ['bad', 'Stopped'],
};

const PROBLEMS: Readonly<Record<NonNullable<Delivery['problem']>, string>> = {
  refused: 'Refused',
  timed_out: 'No answer in time',
  not_found: 'Name not found',
  not_allowed: 'Private address',
  not_reached: 'Not reached',
  not_trusted: 'Certificate not trusted',
};

/** Where messages for other systems are sent to over HTTP, and how that went. */
export default function WebhooksPanel() {
  const { data, error, retry } = usePolled(ASKED);
  const [edited, setEdited] = useState<Webhook | 'new' | null>(null);
  const [secret, setSecret] = useState<string | null>(null);

  if (error && !data) return <LoadFailure what="webhooks" error={error} onRetry={retry} />;
  if (!data) return <SkeletonRows height={52} what="webhooks" />;
  const { webhooks } = data as WebhooksQuery;
  const close = (told?: string | null) => {
    setEdited(null);
    if (told) setSecret(told);
    retry();
  };
  return (
    <div className="settings-cards">
      <SectionCard
        title="Webhooks"
        action={
          <Button intent={Intent.PRIMARY} icon={<Plus />} onClick={() => setEdited('new')}>
            Add Webhook
          </Button>
        }
      >
        <p className="muted">
          {webhooks.length === 0
            ? 'Other systems hear of changes by signed messages over https. Add the address of the first.'
            : 'Messages hold no personal data. Each is signed, and tried again for five days.'}
        </p>
      </SectionCard>
      {webhooks.map((webhook) => (
        <WebhookCard
          key={webhook.id}
          webhook={webhook}
          onEdit={() => setEdited(webhook)}
          onSecret={setSecret}
          onChanged={retry}
        />
      ))}
      {edited && <WebhookDialog webhook={edited === 'new' ? null : edited} onClose={close} />}
      {secret !== null && (
        <TakenTextDialog
          title="Secret of the Webhook"
          label="Secret"
          what="secret"
          text={secret}
          onClose={() => setSecret(null)}
        >
          The receiver checks signatures with it, as Standard Webhooks says. It is not shown again.
        </TakenTextDialog>
      )}
    </div>
  );
}

interface WebhookCardProps {
  webhook: Webhook;
  onEdit: () => void;
  onSecret: (secret: string) => void;
  onChanged: () => void;
}

function WebhookCard({ webhook, onEdit, onSecret, onChanged }: WebhookCardProps) {
  const { id, url, description, state, oldSecretUntil } = webhook;
  const [tone, label] = STATES[state];
  const isSending = state === 'active' || state === 'failing';
  const { act, busy } = useAction(FAILED);
  const ask = useConfirm();
  const name = description || new URL(url).host;

  const done = async (what: string, toSend: (commandId: string) => Operation<unknown>) => {
    await act(what, toSend);
    onChanged();
  };
  const enable = (isEnabled: boolean) =>
    done(isEnabled ? 'enable' : 'disable', (commandId) =>
      operation(EnableWebhookDocument, { id, isEnabled, commandId }),
    );
  const renew = async () => {
    const isWanted = await ask({
      title: `Make a new secret for ${name}?`,
      text: `The secret until now stays valid for ${OLD_SECRET_HOURS} hours, so that the receiver can be changed.`,
      confirm: 'Make New Secret',
      intent: Intent.PRIMARY,
    });
    if (!isWanted) return;
    const answer = await act('make a secret for', (commandId) =>
      operation(RenewWebhookSecretDocument, { id, commandId }),
    );
    if (answer) onSecret(answer.renewWebhookSecret.secret);
    onChanged();
  };
  const remove = async () => {
    const isWanted = await ask({
      title: `Delete ${name}?`,
      text: 'Nothing more is sent there, and what waits is lost.',
      confirm: 'Delete',
    });
    if (isWanted)
      await done('delete', (commandId) => operation(DeleteWebhookDocument, { id, commandId }));
  };

  return (
    <SectionCard
      title={name}
      state={<Badge tone={tone}>{label}</Badge>}
      action={
        <div className="button-row">
          {!isSending && (
            <Button
              intent={Intent.PRIMARY}
              loading={busy === 'enable'}
              onClick={() => enable(true)}
            >
              Enable
            </Button>
          )}
          <Button onClick={onEdit}>Edit</Button>
        </div>
      }
    >
      <p className="webhook-url">
        <code>{url}</code>
      </p>
      <WhyNot webhook={webhook} />
      {oldSecretUntil && (
        <p className="muted">Two secrets are valid until {formatInstant(oldSecretUntil)}.</p>
      )}
      <Deliveries webhook={webhook} />
      <div className="button-row">
        <Button loading={busy === 'make a secret for'} onClick={renew}>
          New Secret
        </Button>
        {isSending && (
          <Button loading={busy === 'disable'} onClick={() => enable(false)}>
            Disable
          </Button>
        )}
        <Button intent={Intent.DANGER} variant="minimal" onClick={remove}>
          Delete
        </Button>
      </div>
    </SectionCard>
  );
}

/** Why nothing is sent just now, and what happens then. */
function WhyNot({ webhook: { state, failingSince, nextAttemptAt } }: { webhook: Webhook }) {
  if (state === 'given_up' || state === 'gone')
    return (
      <Callout intent={Intent.DANGER} icon={null} className="webhook-note">
        {state === 'gone'
          ? 'The receiver answered that it wants no more messages.'
          : `No message was taken since ${formatInstant(failingSince ?? '')}.`}{' '}
        Once it works, enable it: it goes on where it stopped.
      </Callout>
    );
  if (state === 'other_log')
    return (
      <Callout intent={Intent.DANGER} icon={null} className="webhook-note">
        An older log was restored: the receiver knows of events that are lost here. Enabled, it is
        sent what happens from then on.
      </Callout>
    );
  if (state !== 'failing') return null;
  return (
    <Callout intent={Intent.WARNING} icon={null} className="webhook-note">
      No message was taken since {formatInstant(failingSince ?? '')}. Nothing is lost; tried again{' '}
      {nextAttemptAt ? `at ${formatInstant(nextAttemptAt)}` : 'now'}.
    </Callout>
  );
}

function Deliveries({ webhook: { id } }: { webhook: Webhook }) {
  const asked = useMemo(() => operation(WebhookDeliveriesDocument, { webhookId: id }), [id]);
  const { data, error, retry } = usePolled(asked);
  const { act, busy } = useAction(FAILED);
  const showToast = useToast();
  if (error && !data) return <LoadFailure what="deliveries" error={error} onRetry={retry} />;
  const deliveries = (data as WebhookDeliveriesQuery | undefined)?.webhookDeliveries;
  const tell = (delivery: Delivery | undefined) => {
    retry();
    if (!delivery) return;
    const description = `${resultOf(delivery)}, after ${delivery.latencyMs} ms`;
    showToast(
      delivery.problem
        ? { title: 'Not Delivered', description, tone: 'destructive' }
        : { title: 'Delivered', description },
    );
  };
  const test = async () =>
    tell(
      (await act('send a test to', () => operation(SendWebhookTestDocument, { id })))
        ?.sendWebhookTest,
    );
  const again = async (deliveryId: string) =>
    tell(
      (await act(deliveryId, () => operation(SendWebhookAgainDocument, { deliveryId })))
        ?.sendWebhookAgain,
    );

  return (
    <>
      <div className="webhook-deliveries-head">
        <h3>Last deliveries</h3>
        <Button size="small" loading={busy === 'send a test to'} onClick={test}>
          Send Test
        </Button>
      </div>
      {deliveries?.length === 0 && <p className="muted">Nothing was sent yet.</p>}
      {deliveries && deliveries.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so keys must reach it
        <section className="webhook-deliveries" aria-label="Last deliveries" tabIndex={0}>
          <ul className="settings-list">
            {deliveries.map((delivery) => (
              <li key={delivery.id}>
                <div className="settings-item" title={delivery.messageId}>
                  <strong>
                    {delivery.type} <span className="muted">{delivery.key}</span>
                  </strong>
                  <span className="muted">
                    <time dateTime={delivery.at}>{formatInstant(delivery.at)}</time>, after{' '}
                    {delivery.latencyMs} ms
                  </span>
                </div>
                <div className="webhook-delivery-end">
                  <Badge tone={delivery.problem ? 'bad' : 'good'}>{resultOf(delivery)}</Badge>
                  <Button
                    size="small"
                    loading={busy === delivery.id}
                    aria-label={`Send ${delivery.type} again`}
                    onClick={() => again(delivery.id)}
                  >
                    Send Again
                  </Button>
                </div>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

const resultOf = ({ status, problem }: Delivery): string => {
  if (status !== null) return problem ? `Refused, ${status}` : `Taken, ${status}`;
  return PROBLEMS[problem ?? 'not_reached'];
};

/** Asks again and again, as what is sent changes no record. */
function usePolled<Data>(asked: Operation<Data>) {
  const { startPolling, stopPolling, ...query } = useGatewayQuery(asked, {
    fetchPolicy: 'cache-and-network',
  });
  useEffect(() => {
    startPolling(POLL_MS);
    return stopPolling;
  }, [startPolling, stopPolling]);
  return query;
}
