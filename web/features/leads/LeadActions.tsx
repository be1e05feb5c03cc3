import { Calculator, Cross, Endorsed, NewPerson, Phone, Reset } from '@blueprintjs/icons';
import { ActionItems } from '../../ui/list/RowMenu';
import { actionsFor, LEAD, LEAD_NEEDS, type Lead, type LeadAction } from './lead';

export const LEAD_LOOKS = {
  contacted: { text: 'Contacted', icon: Phone },
  customer: { text: 'Make Customer', icon: NewPerson },
  quotation: { text: 'Make Quotation', icon: Calculator },
  won: { text: 'Won', icon: Endorsed },
  lose: { text: 'Lost…', icon: Cross },
  reopen: { text: 'Open Again', icon: Reset },
} as const;

interface LeadActionsProps {
  lead: Lead;
  without?: readonly LeadAction[];
  onAction: (action: LeadAction) => void;
}

/** What can be done with a lead, as it stands; items of a menu. */
export const LeadActions = ({ lead, ...rest }: LeadActionsProps) => (
  <ActionItems<LeadAction>
    type={LEAD}
    needs={LEAD_NEEDS}
    looks={LEAD_LOOKS}
    actions={actionsFor(lead)}
    {...rest}
  />
);
