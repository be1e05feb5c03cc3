import { useQuery } from '@apollo/client/react';
import { shownDay } from '@insuremanager/contracts/rules/kolkataDay';
import { PolicyChainDocument } from '../../data/operations.generated';
import { useRetryAfterSignIn } from '../../session/useRetryAfterSignIn';
import { SkeletonRows } from '../../ui/list/SkeletonRows';
import { PolicyBadges } from '../../ui/policies/PolicyBadges';
import { Premium } from '../../ui/policies/Premium';
import { LoadFailure } from '../../ui/record/LoadFailure';
import { useAddress } from '../../ui/useAddress';
import './PolicyTerms.css';

/** The chain of terms that a policy belongs to, the newest first; each opens. */
export function PolicyTerms({ id }: { id: number }) {
  const { open } = useAddress();
  const { data, error, refetch } = useQuery(PolicyChainDocument, { variables: { id } });
  useRetryAfterSignIn(error, refetch);
  if (error) return <LoadFailure what="the terms" error={error} onRetry={refetch} />;
  if (!data) return <SkeletonRows height={44} what="the terms" />;
  const newestFirst = data.policyChain.toReversed();
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
