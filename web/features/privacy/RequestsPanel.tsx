import { Button, Intent, MenuItem } from '@blueprintjs/core';
import { EyeOpen, Plus } from '@blueprintjs/icons';
import { useCallback } from 'react';
import { CustomerCriterion } from '../../records/customers/CustomerPicker';
import { useCustomer } from '../../records/customers/useCustomer';
import type { FilterForm } from '../../ui/list/AdvancedSearch';
import { idIn } from '../../ui/list/addressValues';
import { Choice } from '../../ui/list/FilterInputs';
import { ListScreen } from '../../ui/list/ListScreen';
import { RecordList } from '../../ui/list/RecordList';
import { RowMenu } from '../../ui/list/RowMenu';
import { useTable } from '../../ui/list/useListScreen';
import { useToast } from '../../ui/toaster/Toaster';
import { useAddress } from '../../ui/useAddress';
import { type PersonRequest, REQUEST_LIST, type RequestCriteria } from './requests/personRequest';
import { NewRequestDialog } from './requests/RequestDialogs';
import { RequestDrawer } from './requests/RequestDrawer';
import './privacy.css';

const advancedSearch = (form: FilterForm<RequestCriteria>) => (
  <>
    <CustomerCriterion {...form.of('customerId')} />
    <Choice {...form.of('state')} any="Open and closed" />
  </>
);

/** What persons ask for by the Data Protection Act, what is overdue first. */
export default function RequestsPanel() {
  const { params, open, openBeside, close } = useAddress();
  const { filter, screen, list, menu } = useTable(REQUEST_LIST);
  const customer = useCustomer(filter.customerId ?? null);
  const showToast = useToast();
  const view = useCallback(({ id }: PersonRequest) => openBeside('request', id), [openBeside]);
  const saved = (request: PersonRequest) => {
    close('add', 'of');
    list.pages.retry();
    showToast({
      title: 'Request Added',
      action: { text: 'View', onAction: () => view(request) },
    });
  };
  return (
    <ListScreen
      {...screen}
      advancedSearch={advancedSearch}
      names={{ customerId: customer?.name }}
      action={
        <Button
          intent={Intent.PRIMARY}
          icon={<Plus />}
          className="add-button"
          onClick={() => open({ add: '1' })}
        >
          Add Request
        </Button>
      }
    >
      <RecordList {...list} openId={idIn(params, 'request')} onOpen={view} />
      <RowMenu {...menu}>
        {(request) => <MenuItem text="View" icon={<EyeOpen />} onClick={() => view(request)} />}
      </RowMenu>
      <RequestDrawer
        id={idIn(params, 'request')}
        onChanged={list.pages.retry}
        onClose={() => close('request')}
      />
      {params.get('add') === '1' && (
        <NewRequestDialog
          customerId={idIn(params, 'of')}
          onSaved={saved}
          onClose={() => close('add', 'of')}
        />
      )}
    </ListScreen>
  );
}
