import { Callout, Intent } from '@blueprintjs/core';
import { useEffect } from 'react';
import { operation, useGatewayQuery } from '../../data/operation';
import { EmailKeptDocument } from '../../data/operations.generated';
import { remember, remembered } from '../../ui/remembered';
import './remind.css';

const KEY = 'email-kept';

/**
 * Whether emails reach a folder and nobody else, as no mail server is set up. Until there is an
 * answer it is as it was the last time, so that nothing moves when it comes.
 */
export const useEmailKept = (): boolean => useEmailKeptOnceKnown() ?? false;

/** Undefined before the first answer in this browser: what is said once must not be wrong. */
export function useEmailKeptOnceKnown(): boolean | undefined {
  const { data, error } = useGatewayQuery(operation(EmailKeptDocument, {}));
  const answer = data?.reminderSettings?.isEmailKept;
  useEffect(() => {
    if (answer !== undefined) remember(KEY, String(answer));
  }, [answer]);
  const last = remembered(KEY);
  return answer ?? (last || error ? last === 'true' : undefined);
}

/** Says so where no mail server is set up, wherever somebody may think that customers get emails. */
export function EmailKept() {
  if (!useEmailKept()) return null;
  return (
    <Callout role="note" intent={Intent.WARNING} icon={null} className="email-kept">
      No mail server is set up: emails are saved to a folder and not delivered.
    </Callout>
  );
}
