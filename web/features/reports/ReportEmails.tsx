import { useApolloClient } from '@apollo/client/react';
import { Button, Checkbox } from '@blueprintjs/core';
import { Cross } from '@blueprintjs/icons';
import { MAILED_EVERY, type MailedEvery } from '@insuremanager/contracts/reports/reportMails';
import { reportNamed, reportOfAddress } from '@insuremanager/contracts/reports/reports';
import { useState } from 'react';
import { Link } from 'react-router';
import { operation, useGatewayQuery } from '../../data/operation';
import {
  ReportSubscriptionsDocument,
  SubscribeToReportDocument,
  UnsubscribeFromReportDocument,
} from '../../data/operations.generated';
import { sentenceOf } from '../../data/problems';
import { useToast } from '../../ui/toaster/Toaster';
import { nameIn, queryOf, type ReportAddress } from './reportAddress';

const ASKED = operation(ReportSubscriptionsDocument, {});
const WORDS: Readonly<Record<MailedEvery, string>> = {
  week: 'Each Monday',
  month: 'On the 1st of each month',
};

/** What the user gets by email: of the report that is shown, and of others. */
export default function ReportEmails({ address }: { address: ReportAddress }) {
  const client = useApolloClient();
  const showToast = useToast();
  const [isBusy, setBusy] = useState(false);
  const { data, loading } = useGatewayQuery(ASKED, { fetchPolicy: 'cache-and-network' });
  const all = data?.reportSubscriptions ?? [];
  const shown = String(queryOf({ ...address, measure: undefined }));
  const isShown = (one: { address: string }) => sorted(one.address) === sorted(shown);
  const others = all.filter((one) => !isShown(one));

  const send = async (asked: () => Promise<unknown>) => {
    setBusy(true);
    try {
      await asked();
      await client.refetchQueries({ include: [ReportSubscriptionsDocument] });
    } catch (error) {
      const description = sentenceOf(error, 'Failed to change it. Please try again.');
      showToast({ title: 'Error', description, tone: 'destructive' });
    } finally {
      setBusy(false);
    }
  };
  const end = (id: number) =>
    send(() => client.mutate({ mutation: UnsubscribeFromReportDocument, variables: { id } }));
  const begin = (every: MailedEvery) =>
    send(() =>
      client.mutate({
        mutation: SubscribeToReportDocument,
        variables: { address: shown, every },
      }),
    );
  return (
    <div className="report-emails">
      {/* The answer that is on its way would be taken for that after the change. */}
      <fieldset disabled={!data || loading || isBusy}>
        <legend>{reportNamed(nameIn(address)).title}, as shown</legend>
        {MAILED_EVERY.map((every) => {
          const own = all.find((one) => isShown(one) && one.every === every);
          return (
            <Checkbox
              key={every}
              label={WORDS[every]}
              checked={own !== undefined}
              onChange={() => void (own ? end(own.id) : begin(every))}
            />
          );
        })}
      </fieldset>
      <p>Totals only, to your own address, with a link to the rest.</p>
      {others.length > 0 && (
        <ul aria-label="Other reports that you get">
          {others.map((one) => (
            <li key={one.id}>
              <Link to={{ search: one.address }}>{titleOf(one.address)}</Link>
              <small className="report-every">{WORDS[one.every]}</small>
              <Button
                variant="minimal"
                size="small"
                icon={<Cross />}
                aria-label={`Stop sending ${titleOf(one.address)}, ${WORDS[one.every].toLowerCase()}`}
                disabled={isBusy}
                onClick={() => void end(one.id)}
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

const titleOf = (address: string): string =>
  reportNamed(reportOfAddress(new URLSearchParams(address)).name).title;

/** Equal for addresses that say the same; the first report need not be said. */
function sorted(address: string): string {
  const params = new URLSearchParams(address);
  params.set('report', reportOfAddress(params).name);
  params.sort();
  return params.toString();
}
