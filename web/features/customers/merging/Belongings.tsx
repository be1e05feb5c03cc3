import { formatDay } from '@insuremanager/contracts/rules/kolkataDay';
import { formatCount } from '../../../ui/format';
import { labelOf } from '../../../ui/labels';
import { Badge } from '../../../ui/StatusBadge';
import type { Customer } from '../customer';
import {
  across,
  brought,
  type ConsentRow,
  type HoldingRow,
  type Pair,
  SIDES,
  type Side,
} from './comparison';

interface HoldingsBesideProps {
  customers: Pair<Customer>;
  holdings: readonly HoldingRow[];
  remains: Side;
}

/** What belongs to each, and to the one who remains then. */
export const HoldingsBeside = ({ customers, holdings, remains }: HoldingsBesideProps) => (
  <section className="merge-card" aria-labelledby="merge-holdings">
    <h3 id="merge-holdings">What moves along</h3>
    <table className="merge-table">
      <thead>
        <tr>
          <th scope="col">
            <span className="visually-hidden">Kind</span>
          </th>
          <th scope="col">{customers[remains].id} has</th>
          <th scope="col">{customers[across(remains)].id} brings</th>
          <th scope="col">Together</th>
        </tr>
      </thead>
      <tbody>
        {holdings.map((row) => {
          const own = row.counts[remains];
          const more = brought(row, across(remains));
          const together = { count: own.count + more.count, exact: own.exact && more.exact };
          return (
            <tr key={row.label} data-empty={more.count === 0}>
              <th scope="row">{row.label}</th>
              <td>{shown(own)}</td>
              <td>{more.count > 0 ? `+ ${shown(more)}` : shown(more)}</td>
              <td>{shown(together)}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  </section>
);

const shown = ({ count, exact }: { count: number; exact: boolean }): string =>
  `${formatCount(count)}${exact ? '' : '+'}`;

interface ConsentsBesideProps {
  customers: Pair<Customer>;
  consents: readonly ConsentRow[];
}

/** What each has agreed to; what will stand is no choice of ours. */
export const ConsentsBeside = ({ customers, consents }: ConsentsBesideProps) => (
  <section className="merge-card" aria-labelledby="merge-consents">
    <h3 id="merge-consents">Consent</h3>
    <p className="muted">What was told later stands; of the same day, a withdrawal.</p>
    <table className="merge-table merge-consents">
      <thead>
        <tr>
          <th scope="col">
            <span className="visually-hidden">May be sent</span>
          </th>
          {SIDES.map((side) => (
            <th key={side} scope="col">
              {customers[side].id}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {consents.map(({ field, label, choices, stands }) => (
          <tr key={field}>
            <th scope="row">{label}</th>
            {SIDES.map((side) => (
              <td key={side} data-stands={side === stands}>
                <Choice told={choices[side]} isStanding={side === stands} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </section>
);

interface ChoiceProps {
  told: ConsentRow['choices'][Side];
  isStanding: boolean;
}

const Choice = ({ told: { choice, givenOn }, isStanding }: ChoiceProps) =>
  choice === null || givenOn === null ? (
    <span className="muted">Not recorded</span>
  ) : (
    <>
      {isStanding ? (
        <Badge tone={choice === 'given' ? 'good' : 'bad'}>{labelOf(choice)}</Badge>
      ) : (
        <span className="muted">{labelOf(choice)}</span>
      )}
      <span className="muted tabular merge-since">{formatDay(givenOn)}</span>
      {isStanding && <span className="visually-hidden">, this will stand</span>}
    </>
  );
