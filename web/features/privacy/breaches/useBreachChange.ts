import type { Operation } from '../../../data/operation';
import { useAction } from '../../../ui/useAction';

/** Changes of a breach by a button. */
export function useBreachChange(onChanged: () => void) {
  const { act, busy } = useAction('Failed to change the breach. Please try again.');
  const change = async (what: string, toSend: (commandId: string) => Operation<unknown>) => {
    if (await act(what, toSend)) onChanged();
  };
  return { change, busy };
}
