import { Tab, Tabs } from '@blueprintjs/core';
import { CHANNEL_LABELS } from '@insuremanager/contracts/reminders/reminderKinds';
import { useState } from 'react';
import type { ReminderPreviewQuery, SendReminderInput } from '../../data/operations.generated';

type ChannelPreview = ReminderPreviewQuery['reminderPreview']['channels'][number];

interface ChannelMessagesProps {
  channels: readonly ChannelPreview[];
  input: SendReminderInput;
}

/** The message of each channel as it would go out, and why it would not by the others. */
export function ChannelMessages({ channels, input }: ChannelMessagesProps) {
  const available = channels.filter(({ unavailable }) => unavailable === null);
  const others = channels.filter(({ unavailable }) => unavailable !== null);
  const [chosen, choose] = useState<string>(available[0]?.channel ?? '');
  return (
    <>
      {available.length > 0 && (
        <Tabs
          id="reminder-channels"
          className="remind-channels"
          selectedTabId={chosen}
          onChange={(next) => choose(String(next))}
          renderActiveTabPanelOnly
        >
          {available.map((one) => (
            <Tab
              key={one.channel}
              id={one.channel}
              title={CHANNEL_LABELS[one.channel]}
              disabled={false}
              panel={<Message channel={one} input={input} />}
            />
          ))}
        </Tabs>
      )}
      {others.length > 0 && (
        <ul className="remind-others" aria-label="Not sent by">
          {others.map(({ channel, unavailable }) => (
            <li key={channel}>
              <strong>{CHANNEL_LABELS[channel]}</strong> {unavailable}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

const Message = ({ channel: { to, subject, text, html }, input }: MessageProps) => (
  <div className="remind-message">
    <dl>
      <dt>To</dt>
      <dd>{to}</dd>
      {subject && (
        <>
          <dt>Subject</dt>
          <dd dir="auto">{subject}</dd>
        </>
      )}
    </dl>
    {html ? (
      // From an address of its own, by whose policy its styles count; no script of it runs.
      <iframe title="The email" src={emailPreviewPath(input)} sandbox="" />
    ) : (
      <p dir="auto">{text}</p>
    )}
  </div>
);

interface MessageProps {
  channel: ChannelPreview;
  input: SendReminderInput;
}

const emailPreviewPath = ({ customerId, policyId, policyType }: SendReminderInput): string =>
  `/api/reminders/preview.html?${new URLSearchParams({
    customerId: String(customerId),
    policyId: String(policyId),
    policyType,
  })}`;
