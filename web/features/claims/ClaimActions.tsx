import {
  Cross,
  Document,
  Endorsed,
  Envelope,
  EyeOpen,
  Help,
  Reset,
  Tick,
  Undo,
} from '@blueprintjs/icons';
import { type ClaimStep, isClosed, stepsFrom } from '@insuremanager/contracts/claims/claimKinds';
import { ActionItems, type ActionLook } from '../../ui/list/RowMenu';
import { CLAIM, CLAIM_NEEDS, type Claim, type ClaimAction } from './claim';

/** How each step reads on a button. */
const STEP_LOOKS: Readonly<Record<ClaimStep, ActionLook>> = {
  documents: { text: 'Collect Documents', icon: Document },
  survey: { text: 'Appoint Surveyor', icon: EyeOpen },
  query: { text: 'Record Query', icon: Help },
  approved: { text: 'Approve', icon: Tick },
  settled: { text: 'Settle', icon: Endorsed },
  repudiated: { text: 'Repudiate', icon: Cross },
  withdrawn: { text: 'Withdraw', icon: Undo },
};

export const ASK_LOOK: ActionLook = { text: 'Ask for Documents', icon: Envelope };

/** A closed claim is taken up again by a query. */
export const lookOf = (step: ClaimStep, { stage }: Pick<Claim, 'stage'>): ActionLook =>
  isClosed(stage) ? { text: 'Reopen', icon: Reset } : STEP_LOOKS[step];

interface ClaimActionsProps {
  claim: Claim;
  without?: readonly ClaimAction[];
  onAction: (action: ClaimAction) => void;
}

/** What can be done with a claim, as it stands; items of a menu. */
export function ClaimActions({ claim, ...rest }: ClaimActionsProps) {
  const steps = stepsFrom(claim.stage, claim.kind);
  const asks: ClaimAction[] = claim.missingDocuments > 0 && !isClosed(claim.stage) ? ['ask'] : [];
  const actions: ClaimAction[] = ['view', 'edit', ...steps, ...asks, 'delete'];
  return (
    <ActionItems<ClaimAction>
      type={CLAIM}
      needs={CLAIM_NEEDS}
      looks={{ ...STEP_LOOKS, query: lookOf('query', claim), ask: ASK_LOOK }}
      actions={actions}
      {...rest}
    />
  );
}
