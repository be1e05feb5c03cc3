import { Button, InputGroup, Intent } from '@blueprintjs/core';
import { GstRateInput } from '@insuremanager/contracts/agency/agencyFields';
import {
  GST_CLASS_LABELS,
  GST_CLASSES,
  type GstClass,
  type GstRate,
  STATUTORY_GST_RATES,
} from '@insuremanager/contracts/rules/gst';
import { formatDay, parseDay } from '@insuremanager/contracts/rules/kolkataDay';
import { useState } from 'react';
import type { GstClass as WireClass } from '../../data/operations.generated';
import { gstRatesOf } from '../../records/agency/useAgency';
import { DayTextInput } from '../../ui/DayInput';
import { FormDialog } from '../../ui/FormDialog';
import { FormField } from '../../ui/FormField';
import { SectionCard } from '../../ui/SectionCard';
import { SelectField } from '../../ui/SelectField';
import type { AgencySettings } from './useAgencySettings';
import { useSaveAtOnce } from './useSaveAtOnce';

interface ShownRate extends GstRate {
  /** Added by the agency: it can be removed. */
  readonly isOwn: boolean;
}

/** All rates by kind and day; one of the agency's own stands in place of a statutory one. */
function shownRates(own: readonly GstRate[]): ShownRate[] {
  const isReplaced = ({ what, from }: GstRate) =>
    own.some((rate) => rate.what === what && rate.from === from);
  const rates = [
    ...STATUTORY_GST_RATES.filter((rate) => !isReplaced(rate)).map((rate) => ({
      ...rate,
      isOwn: false,
    })),
    ...own.map((rate) => ({ ...rate, isOwn: true })),
  ];
  return rates.sort(
    (a, b) =>
      GST_CLASSES.indexOf(a.what) - GST_CLASSES.indexOf(b.what) || a.from.localeCompare(b.from),
  );
}

/** As the gateway takes it: a name in GraphQL has no hyphen. */
const wireOf = ({ what, from, percent }: GstRate) => ({
  what: what.replaceAll('-', '_') as WireClass,
  from,
  percent,
});

/** Dated rates of tax: what the law says, and what the agency has added. */
export function GstCard({ settings }: { settings: AgencySettings }) {
  const own = gstRatesOf(settings.gstRates);
  const save = useSaveAtOnce();
  const [isAdding, setAdding] = useState(false);
  const [removed, setRemoved] = useState<GstRate | null>(null);
  const saveRates = (rates: readonly GstRate[]) =>
    save({ gstRates: rates.map(wireOf) }, settings.version);

  return (
    <SectionCard
      title="GST rates"
      hint="A quotation uses the rate of the day on which its premium was last changed."
    >
      <div className="gst-table">
        <table>
          <thead>
            <tr>
              <th scope="col">Kind</th>
              <th scope="col">From</th>
              <th scope="col" className="gst-percent">
                Rate
              </th>
              <th scope="col">Source</th>
              <th scope="col">
                <span className="visually-hidden">Actions</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {shownRates(own).map((rate) => (
              <tr key={`${rate.what} ${rate.from}`}>
                <td>{GST_CLASS_LABELS[rate.what]}</td>
                <td className="tabular">{formatDay(rate.from)}</td>
                <td className="tabular gst-percent">{rate.percent} %</td>
                <td className="muted">{rate.isOwn ? 'Added here' : 'Statutory'}</td>
                <td>
                  {rate.isOwn && (
                    <Button
                      variant="minimal"
                      intent={Intent.DANGER}
                      aria-label={`Remove ${GST_CLASS_LABELS[rate.what]} from ${formatDay(rate.from)}`}
                      onClick={() => setRemoved(rate)}
                    >
                      Remove
                    </Button>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <Button onClick={() => setAdding(true)}>Add a Rate</Button>
      {isAdding && (
        <AddRate
          onClose={() => setAdding(false)}
          onAdd={async (rate) => {
            const others = own.filter(({ what, from }) => what !== rate.what || from !== rate.from);
            if (await saveRates([...others, rate])) setAdding(false);
          }}
        />
      )}
      {removed && (
        <FormDialog
          title="Remove this rate?"
          submitLabel="Remove"
          intent={Intent.DANGER}
          onClose={() => setRemoved(null)}
          onSubmit={async () => {
            const others = own.filter(
              ({ what, from }) => what !== removed.what || from !== removed.from,
            );
            if (await saveRates(others)) setRemoved(null);
          }}
        >
          <p className="muted">
            {GST_CLASS_LABELS[removed.what]}, {removed.percent} % from {formatDay(removed.from)}.
            Existing quotations do not change.
          </p>
        </FormDialog>
      )}
    </SectionCard>
  );
}

interface AddRateProps {
  onAdd: (rate: GstRate) => Promise<void>;
  onClose: () => void;
}

const FIRST: GstClass = GST_CLASSES[0];

function AddRate({ onAdd, onClose }: AddRateProps) {
  const [what, setWhat] = useState<string>(FIRST);
  const [from, setFrom] = useState('');
  const [percent, setPercent] = useState('');
  const [hasTried, setTried] = useState(false);
  const read = GstRateInput.safeParse({
    what,
    from: parseDay(from) ?? from,
    percent: /^\d+$/.test(percent.trim()) ? Number(percent) : percent,
  });
  const errorOf = (field: string) =>
    hasTried ? read.error?.issues.find(({ path }) => path[0] === field)?.message : undefined;
  const submit = async () => {
    setTried(true);
    if (read.success) await onAdd(read.data);
  };
  return (
    <FormDialog title="Add a rate" submitLabel="Add Rate" onClose={onClose} onSubmit={submit}>
      <SelectField
        label="Kind"
        options={GST_CLASSES.map((value) => ({ value, label: GST_CLASS_LABELS[value] }))}
        value={what}
        onChange={setWhat}
      />
      <FormField label="From" hint="The first day on which it applies" error={errorOf('from')}>
        {(field) => <DayTextInput {...field} text={from} onChange={setFrom} />}
      </FormField>
      <FormField label="Rate in percent" error={errorOf('percent')}>
        {(field) => (
          <InputGroup
            {...field}
            inputMode="numeric"
            autoComplete="off"
            value={percent}
            onValueChange={setPercent}
          />
        )}
      </FormField>
    </FormDialog>
  );
}
