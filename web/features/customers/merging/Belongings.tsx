import { formatDay } from '@insuremanager/contracts/rules/kolkataDay';
import { formatCount } from '../../../ui/format';
import { labelOf } from '../../../ui/labels';
import { Badge } from '../../../ui/StatusBadge';
import { type Compared, type consentRows, type HoldingRow, SIDES } from './comparison';

interface HoldingsBesideProps {
  holdings: readonly HoldingRow[];
  intoId: number;
  duplicateId: number;
}

/** What the one who remains has, and what the other one brings. */
export const HoldingsBeside = ({ holdings, intoId, duplicateId }: HoldingsBesideProps) => (
  <section className="merge-card" aria-labelledby="merge-holdings">
    <h2 id="merge-holdings">What moves along</h2>
    <table className="merge-table">
      <thead>
        <tr>
          <th scope="col">
            <span className="visually-hidden">Kind</span>
          </th>
          <th scope="col">{intoId} has</th>
          <th scope="col">{duplicateId} brings</th>
          <th scope="col">Together</th>
        </tr>
      </thead>
      <tbody>
        {holdings.map(({ label, own, brought }) => (
          <tr key={label} data-brought={brought > 0}>
            <th scope="row">{label}</th>
            <td>{formatCount(own)}</td>
            <td>{brought > 0 ? `+ ${formatCount(brought)}` : '0'}</td>
            <td>{formatCount(own + brought)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </section>
);

type Row = ReturnType<typeof consentRows>[number];

interface ConsentsBesideProps {
  compared: Compared;
  consents: readonly Row[];
}

/** What each has agreed to; what stands then follows from when it was told. */
export const ConsentsBeside = ({ compared, consents }: ConsentsBesideProps) => (
  <section className="merge-card" aria-labelledby="merge-consents">
    <h2 id="merge-consents">Consent</h2>
    <p className="muted">What was told later stands; of the same day, a withdrawal.</p>
    <table className="merge-table merge-consents">
      <thead>
        <tr>
          <th scope="col">
            <span className="visually-hidden">May be sent</span>
          </th>
          {SIDES.map((side) => (
            <th key={side} scope="col">
              {compared[side].id}
            </th>
          ))}
          <th scope="col">Then</th>
        </tr>
      </thead>
      <tbody>
        {consents.map(({ label, told, remains }) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            {SIDES.map((side) => (
              <td key={side}>
                <Choice told={told[side]} />
              </td>
            ))}
            <td>
              <Badge tone={remains === 'given' ? 'good' : 'bad'}>{labelOf(remains ?? '')}</Badge>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </section>
);

const Choice = ({ told }: { told: Row['told']['first'] }) =>
  told === null ? (
    <span className="muted">–</span>
  ) : (
    <>
      {labelOf(told.choice)}
      <span className="muted tabular merge-since">{formatDay(told.givenOn)}</span>
    </>
  );
