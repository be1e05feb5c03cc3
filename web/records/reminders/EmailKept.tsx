import { Callout, Intent } from '@blueprintjs/core';
import { operation, useGatewayQuery } from '../../data/operation';
import { EmailKeptDocument } from '../../data/operations.generated';
import './remind.css';

/** Says so where no mail server is set up, wherever somebody may think that customers get emails. */
export function EmailKept() {
  const { data } = useGatewayQuery(operation(EmailKeptDocument, {}));
  if (!data?.reminderSettings?.isEmailKept) return null;
  return (
    <Callout role="note" intent={Intent.WARNING} icon={null} className="email-kept">
      No mail server is set up: emails are saved to a folder and not delivered.
    </Callout>
  );
}
