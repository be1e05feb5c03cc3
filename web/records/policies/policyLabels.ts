import type { PolicyKind } from '@insuremanager/contracts/policies/policyKinds';

/** What differs between the two screens, in words. */
interface KindLabels {
  /** Of the list. */
  heading: string;
  /** In running text, such as "health policies". */
  many: string;
  one: string;
  /** In the title of a dialog. */
  titled: string;
}

const KIND_LABELS: Readonly<Record<PolicyKind, KindLabels>> = {
  health: {
    heading: 'Health policies',
    many: 'health policies',
    one: 'health policy',
    titled: 'Health Policy',
  },
  vehicle: {
    heading: 'Vehicle policies',
    many: 'vehicle policies',
    one: 'vehicle policy',
    titled: 'Vehicle Policy',
  },
};

export const wordsOf = (kind: PolicyKind): KindLabels => KIND_LABELS[kind];
