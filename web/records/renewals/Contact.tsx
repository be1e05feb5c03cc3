import { useApolloClient } from '@apollo/client/react';
import { useAllowed } from '../../ui/allowed';
import { rareDialog } from '../../ui/lazyDialog';
import { idIn } from '../../ui/list/addressValues';
import { forgetFields } from '../../ui/record/recordType';
import { useAddress } from '../../ui/useAddress';
import { CONTACT } from './contact';

const ContactDialog = rareDialog(() => import('./ContactDialog'));

/** Asks what came of a talk about a renewal, on any screen, as long as its address names a term. */
export function Contact() {
  const { params, close } = useAddress();
  const { cache } = useApolloClient();
  const canSay = useAllowed('renewals.write');
  const id = idIn(params, CONTACT);
  if (id === null || !canSay) return null;
  const saved = () => forgetFields(cache, ['renewalBoard']);
  return <ContactDialog key={id} id={id} onSaved={saved} onClose={() => close(CONTACT)} />;
}
