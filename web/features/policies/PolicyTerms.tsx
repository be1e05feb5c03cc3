import { useQuery } from '@apollo/client/react';
import type { PolicyKind } from '@insuremanager/contracts/policies/policyKinds';
import { shownDay } from '@insuremanager/contracts/rules/kolkataDay';
import { PolicyChainDocument, PolicyTermHistoriesDocument } from '../../data/operations.generated';
import { useRetryAfterSignIn } from '../../session/useRetryAfterSignIn';
import { SkeletonRows } from '../../ui/list/SkeletonRows';
import { PolicyBadges } from '../../ui/policies/PolicyBadges';
import { Premium } from '../../ui/policies/Premium';
import { shownValue } from '../../ui/policies/policyFieldWords';
import { HistoryEntries } from '../../ui/record/HistoryEntries';
import { HistoryFailure } from '../../ui/record/HistoryPanel';
import { LoadFailure } from '../../ui/record/LoadFailure';
import { Badge } from '../../ui/StatusBadge';
import { useAddress } from '../../ui/useAddress';
import './PolicyTerms.css';

interface PolicyTermsProps {
  id: number;
  kind: PolicyKind;
}

/** The terms of the policy that a term belongs to, and all that happened to them. */
export const PolicyTerms = ({ id, kind }: PolicyTermsProps) => (
  <div className="terms-tab">
    <Terms id={id} />
    <TermHistories id={id} kind={kind} />
  </div>
);

/** The terms that are in the lists, the newest first; each opens. */
function Terms({ id }: Pick<PolicyTermsProps, 'id'>) {
  const { open } = useAddress();
  const { data, error, refetch } = useQuery(PolicyChainDocument, { variables: { id } });
  useRetryAfterSignIn(error, refetch);
  if (error) return <LoadFailure what="the terms" error={error} onRetry={refetch} />;
  if (!data) return <SkeletonRows height={44} what="the terms" />;
  const newestFirst = data.policyChain.toReversed();
  // Of one that is in no list any more, only the history tells.
  if (newestFirst.length === 0) return null;
  return (
    <section className="policy-terms" aria-label="Terms">
      <ol>
        {newestFirst.map((term) => {
          const isThis = term.id === id;
          return (
            <li key={term.id}>
              <button
                type="button"
                aria-current={isThis ? 'true' : undefined}
                disabled={isThis}
                onClick={() => open({ policy: String(term.id), tab: 'terms', asof: null })}
              >
                <span className="policy-term-days tabular">
                  {shownDay(term.startDate)} – {shownDay(term.endDate)}
                  <span className="muted ellipsis">{term.policyNumber}</span>
                </span>
                <Premium policy={term} />
                <PolicyBadges policy={term} />
              </button>
            </li>
          );
        })}
      </ol>
    </section>
  );
}

/** The whole story from its beginning: every term, deleted ones too, the oldest first. */
function TermHistories({ id, kind }: PolicyTermsProps) {
  const { data, error, refetch } = useQuery(PolicyTermHistoriesDocument, {
    variables: { id, kind },
  });
  useRetryAfterSignIn(error, refetch);
  return (
    <section className="term-histories" aria-label="History of the policy">
      <h3>History of the policy</h3>
      {error && <HistoryFailure one="policy" error={error} onRetry={refetch} />}
      {!data && !error && <SkeletonRows height={56} what="the history of the policy" />}
      {data?.policyTermHistories.map((term) => (
        <section key={term.termId}>
          <h4>
            <span className="tabular">
              {shownDay(term.startDate)} – {shownDay(term.endDate)}
            </span>{' '}
            {term.isDeleted && <Badge tone="ended">Deleted</Badge>}{' '}
            <span className="muted">{term.policyNumber}</span>
          </h4>
          <HistoryEntries entries={term.entries} shownValue={shownValue} />
        </section>
      ))}
    </section>
  );
}
