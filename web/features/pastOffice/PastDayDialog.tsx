import { useApolloClient } from '@apollo/client/react';
import { officeOf } from '@insuremanager/contracts/pastOffices/pastAddress';
import { addDays } from '@insuremanager/contracts/rules/calendar';
import { type Day, formatDay, kolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import { useEffect, useState } from 'react';
import { type OpenOfficeFragment, PastOfficesDocument } from '../../data/operations.generated';
import { PAST_DAY, screenPath } from '../../data/pastDay';
import { DayInput } from '../../ui/DayInput';
import { FormDialog } from '../../ui/FormDialog';
import { FormField } from '../../ui/FormField';
import './pastOffice.css';

/** The same screen, with what it is narrowed by, as it was on a day: another page. */
const addressOn = (day: Day): string => `${officeOf(day)}${screenPath()}${location.search}`;

/** Chooses the past day whose office is shown. */
export default function PastDayDialog({ onClose }: { onClose: () => void }) {
  const yesterday = addDays(kolkataDay(new Date()), -1);
  const [day, setDay] = useState<Day | null>(PAST_DAY ?? yesterday);
  const [isMissing, setMissing] = useState(false);
  const open = useOpenOffices();

  const submit = async () => {
    setMissing(day === null);
    if (day !== null) location.assign(addressOn(day));
  };
  return (
    <FormDialog title="Look at a Past Day" submitLabel="Open" onClose={onClose} onSubmit={submit}>
      <p className="muted">
        Every list, record and figure as it was at the end of that day. Nothing can be changed
        there.
      </p>
      <FormField label="Day" error={isMissing ? 'Choose a day that is over' : undefined}>
        {(field) => <DayInput {...field} day={day} onChange={setDay} latest={yesterday} />}
      </FormField>
      {open.length > 0 && (
        <div className="past-open">
          <p className="muted">Open already</p>
          <ul>
            {open.map(({ day: other }) => (
              <li key={other}>
                <a href={addressOn(other)}>{formatDay(other)}</a>
              </li>
            ))}
          </ul>
        </div>
      )}
    </FormDialog>
  );
}

/** Those that are there at once. Without them the dialog is none the worse. */
function useOpenOffices(): readonly OpenOfficeFragment[] {
  const client = useApolloClient();
  const [offices, setOffices] = useState<readonly OpenOfficeFragment[]>([]);
  useEffect(() => {
    client
      .query({ query: PastOfficesDocument, fetchPolicy: 'no-cache', context: { uri: '/graphql' } })
      .then(({ data }) => setOffices(data?.pastOffices ?? []))
      .catch(() => undefined);
  }, [client]);
  return offices.filter(({ day, state }) => state === 'ready' && day !== PAST_DAY);
}
