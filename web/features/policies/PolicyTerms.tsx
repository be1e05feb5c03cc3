import type { PolicyKind } from '@insuremanager/contracts/policies/policyKinds';
import { formatDay } from '@insuremanager/contracts/rules/kolkataDay';
import { operation } from '../../data/operation';
import { PolicyTermHistoriesDocument, PolicyTermsDocument } from '../../data/operations.generated';
import { PolicyBadges } from '../../records/policies/PolicyBadges';
import { Premium } from '../../records/policies/Premium';
import { useAllowed } from '../../ui/allowed';
import { HistoryEntries } from '../../ui/record/HistoryEntries';
import { historyFailure } from '../../ui/record/HistoryPanel';
import { Loaded } from '../../ui/record/Loaded';
import { Badge } from '../../ui/StatusBadge';
import { useAddress } from '../../ui/useAddress';
import { formatValue } from './policy';
import './PolicyTerms.css';

interface PolicyTermsProps {
  id: number;
  kind: PolicyKind;
}

/** The terms of the policy that a term belongs to, and all that happened to them. */
export const PolicyTerms = ({ id, kind }: PolicyTermsProps) => (
  <div className="terms-tab">
    <Terms id={id} />
    {useAllowed('history.read') && <TermHistories id={id} kind={kind} />}
  </div>
);

/** The terms that are in the lists, the newest first; each opens. */
function Terms({ id }: Pick<PolicyTermsProps, 'id'>) {
  const { open } = useAddress();
  return (
    <Loaded query={operation(PolicyTermsDocument, { id })} what="the terms" rowHeight={44}>
      {({ policyTerms }) =>
        // Of one that is in no list any more, only the history tells.
        policyTerms.length > 0 && (
          <section className="policy-terms" aria-label="Terms">
            <ol>
              {policyTerms.toReversed().map((term) => (
                <li key={term.id}>
                  <button
                    type="button"
                    aria-current={term.id === id ? 'true' : undefined}
                    disabled={term.id === id}
                    onClick={() => open({ policy: String(term.id), tab: 'terms', asof: null })}
                  >
                    <span className="policy-term-days tabular">
                      {formatDay(term.startDate)} – {formatDay(term.endDate)}
                      <span className="muted ellipsis">{term.policyNumber}</span>
                    </span>
                    <Premium policy={term} />
                    <PolicyBadges policy={term} />
                  </button>
                </li>
              ))}
            </ol>
          </section>
        )
      }
    </Loaded>
  );
}

/** The whole story from its beginning: every term, deleted ones too, the oldest first. */
const TermHistories = ({ id, kind }: PolicyTermsProps) => (
  <section className="term-histories" aria-label="History of the policy">
    <h3>History of the policy</h3>
    <Loaded
      query={operation(PolicyTermHistoriesDocument, { id, kind })}
      what="the history of the policy"
      rowHeight={56}
      failure={historyFailure('policy')}
    >
      {({ policyTermHistories }) =>
        policyTermHistories.map((term) => (
          <section key={term.termId}>
            <h4>
              <span className="tabular">
                {formatDay(term.startDate)} – {formatDay(term.endDate)}
              </span>{' '}
              {term.isDeleted && <Badge tone="ended">Deleted</Badge>}{' '}
              <span className="muted">{term.policyNumber}</span>
            </h4>
            <HistoryEntries entries={term.entries} formatValue={formatValue} />
          </section>
        ))
      }
    </Loaded>
  </section>
);
