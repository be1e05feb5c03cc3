import { Button, Intent } from '@blueprintjs/core';
import { Plus, Trash } from '@blueprintjs/icons';
import { COMMISSION_PRODUCT_LABELS } from '@insuremanager/contracts/commission/commissionKinds';
import {
  rateFields,
  rateRecord,
  rateWarnings,
} from '@insuremanager/contracts/commission/rateViews';
import { formatDay } from '@insuremanager/contracts/rules/kolkataDay';
import { operation, useGatewayQuery } from '../../data/operation';
import {
  type CommissionRateInput,
  CommissionRateListDocument,
  type CommissionRateListQuery,
  CreateCommissionRateDocument,
  DeleteCommissionRateDocument,
} from '../../data/operations.generated';
import { CommandDialog } from '../../records/CommandDialog';
import { useConfirm } from '../../ui/Confirm';
import { IconButton } from '../../ui/IconButton';
import { EmptyState } from '../../ui/list/EmptyState';
import { SkeletonRows } from '../../ui/list/SkeletonRows';
import { PercentIcon } from '../../ui/navIcons';
import { wireValues } from '../../ui/record/fieldsForm';
import { LoadFailure } from '../../ui/record/Loaded';
import { useToast } from '../../ui/toaster/Toaster';
import { useAction } from '../../ui/useAction';
import { useAddress } from '../../ui/useAddress';
import { AmountCell, CommissionTable } from './CommissionTable';
import './commission.css';

const ASKED = operation(CommissionRateListDocument, {
  ...{ first: 200, withCount: false, direction: 'asc' as const },
});
const COLUMNS = [
  { label: 'Insurer' },
  { label: 'Product' },
  { label: 'Valid from' },
  { label: 'Of own damage', isAmount: true },
  { label: 'Of third party', isAmount: true },
  { label: 'Of net premium', isAmount: true },
  { label: 'Actions', isActions: true },
];
type Rate = CommissionRateListQuery['commissionRates']['items'][number];

/** What insurers pay, by product and day. */
export default function RatesPanel() {
  const { params, open, close } = useAddress();
  const { data, error, retry } = useGatewayQuery(ASKED, { fetchPolicy: 'cache-and-network' });
  const showToast = useToast();
  const add = (
    <Button intent={Intent.PRIMARY} icon={<Plus />} onClick={() => open({ add: '1' })}>
      Add Rate
    </Button>
  );
  if (error && !data) return <LoadFailure what="rates" error={error} onRetry={retry} />;
  if (!data) return <SkeletonRows height={44} what="rates" />;
  const { items } = (data as CommissionRateListQuery).commissionRates;
  return (
    <div className="commission">
      {items.length === 0 ? (
        <EmptyState
          icon={<PercentIcon size={20} />}
          text="Get started by adding what your first insurer pays"
          action={add}
        />
      ) : (
        <>
          <div className="commission-head">
            <p className="muted">
              Of premiums without GST. A change is a new rate from its day on; the past stays.
            </p>
            {add}
          </div>
          <CommissionTable label="Rates" columns={COLUMNS}>
            {items.map((rate) => (
              <RateRow key={rate.id} rate={rate} onDeleted={retry} />
            ))}
          </CommissionTable>
        </>
      )}
      {params.get('add') === '1' && (
        <CommandDialog
          title="Add Rate"
          submitLabel="Add Rate"
          fields={rateFields}
          schema={rateRecord.input}
          groups={[
            { heading: 'For what', fields: ['insuranceCompany', 'product', 'validFrom'] },
            { heading: 'Percent', fields: ['net', 'ownDamage', 'thirdParty'] },
          ]}
          extras={(values) => {
            const typed = rateRecord.input.safeParse(values);
            const warnings = typed.success ? rateWarnings(typed.data) : [];
            return {
              ownDamage: { hint: 'Of comprehensive policies this counts for the whole premium' },
              ...Object.fromEntries(
                warnings.map(({ field, message }) => [field, { warning: message }]),
              ),
            };
          }}
          toSend={(input, commandId) =>
            operation(CreateCommissionRateDocument, {
              input: wireOf(input) as CommissionRateInput,
              commandId,
            })
          }
          failed="Failed to save the rate. Please try again."
          onSaved={(_answer, { insuranceCompany, product }) => {
            retry();
            close('add');
            const description = `${insuranceCompany}, ${COMMISSION_PRODUCT_LABELS[product].toLowerCase()}`;
            showToast({ title: 'Rate Added', description });
          }}
          onClose={() => close('add')}
        />
      )}
    </div>
  );
}

/** What the form understood, as texts again. */
const wireOf = ({
  ownDamage,
  thirdParty,
  net,
  ...rest
}: ReturnType<typeof rateRecord.input.parse>) => {
  const percent = (hundredths: number) => (hundredths / 100).toFixed(2);
  return wireValues(rateFields, {
    ...{ ...rest, ownDamage: percent(ownDamage), thirdParty: percent(thirdParty) },
    net: percent(net),
  });
};

const percentOf = (decimal: string): string =>
  decimal === '0.00' ? '–' : `${decimal.replace(/\.?0+$/, '')} %`;

function RateRow({ rate, onDeleted }: { rate: Rate; onDeleted: () => void }) {
  const ask = useConfirm();
  const { act } = useAction('Failed to delete the rate. Please try again.');
  const { id, insuranceCompany, product, validFrom } = rate;
  const name = `${insuranceCompany}, ${COMMISSION_PRODUCT_LABELS[product].toLowerCase()}, from ${formatDay(validFrom)}`;
  const remove = async () => {
    const isSure = await ask({
      title: 'Delete this rate?',
      text: `${name}. Closed months stay as they are.`,
      confirm: 'Delete',
    });
    const sent = (commandId: string) => operation(DeleteCommissionRateDocument, { id, commandId });
    if (isSure && (await act(`delete ${id}`, sent))) onDeleted();
  };
  return (
    <tr>
      <th scope="row">
        <bdi>{insuranceCompany}</bdi>
      </th>
      <td>{COMMISSION_PRODUCT_LABELS[product]}</td>
      <td className="tabular">{formatDay(validFrom)}</td>
      <AmountCell>{percentOf(rate.ownDamage)}</AmountCell>
      <AmountCell>{percentOf(rate.thirdParty)}</AmountCell>
      <AmountCell>{percentOf(rate.net)}</AmountCell>
      <td data-actions="true">
        <IconButton text={`Delete ${name}`} icon={<Trash />} onClick={() => void remove()} />
      </td>
    </tr>
  );
}
