import type { PolicyKind } from '../policies/policyKinds.js';
import type { ClaimRequirement } from './claimRequirements.js';

/** What is claimed for. */
export const CLAIM_KINDS = [
  'cashless',
  'reimbursement',
  'own_damage',
  'third_party',
  'theft',
  'death',
] as const;
export type ClaimKind = (typeof CLAIM_KINDS)[number];

/** What can be claimed under a policy of each kind: on a motor policy the owner’s accident cover. */
export const CLAIM_KINDS_OF: Readonly<Record<PolicyKind, readonly ClaimKind[]>> = {
  health: ['cashless', 'reimbursement', 'death'],
  vehicle: ['own_damage', 'third_party', 'theft', 'death'],
};

/** On their way to a decision. */
const PENDING_STAGES = ['intimated', 'documents', 'survey', 'query'] as const;
/** With nothing more to come. */
export const CLOSED_STAGES = ['settled', 'repudiated', 'withdrawn'] as const;
export const CLAIM_STAGES = [...PENDING_STAGES, 'approved', ...CLOSED_STAGES] as const;
export type ClaimStage = (typeof CLAIM_STAGES)[number];

/** Those that a claim is brought to: it begins with its intimation. */
export const CLAIM_STEPS = [
  'documents',
  'survey',
  'query',
  'approved',
  ...CLOSED_STAGES,
] as const satisfies readonly ClaimStage[];
export type ClaimStep = (typeof CLAIM_STEPS)[number];

const isOneOf = (stages: readonly ClaimStage[], stage: ClaimStage): boolean =>
  stages.includes(stage);
export const isPending = (stage: ClaimStage): boolean => isOneOf(PENDING_STAGES, stage);
export const isClosed = (stage: ClaimStage): boolean => isOneOf(CLOSED_STAGES, stage);

/**
 * The steps that a claim can take, the likeliest first. A decision can be followed by a query, which
 * takes up again what was closed too.
 */
export function stepsFrom(stage: ClaimStage, kind: ClaimKind): readonly ClaimStep[] {
  if (isClosed(stage)) return ['query'];
  if (stage === 'approved') return ['settled', 'query', 'repudiated', 'withdrawn'];
  const toCome = isSurveyed(kind) ? ['documents', 'survey'] : ['documents'];
  const passed = ['intimated', 'documents', 'survey'].indexOf(stage);
  const next = (toCome as ClaimStep[]).filter((_step, nth) => passed >= 0 && nth >= passed);
  const later = (toCome as ClaimStep[]).filter((step) => step !== stage && !next.includes(step));
  const decided: ClaimStep[] = ['approved', ...(stage === 'query' ? [] : ['query' as const])];
  return [...next, ...decided, ...later, 'repudiated', 'withdrawn'];
}

/** Damage to things is surveyed, as the loss of them is. */
export const isSurveyed = (kind: ClaimKind): boolean => kind === 'own_damage' || kind === 'theft';

/** Own damage and theft are claims by which the next No-Claim Bonus is lost (India Motor Tariff, GR 27). */
export const endsNoClaimBonus = isSurveyed;

/** In the order in which they are asked for. */
export const CHECKLISTS: Readonly<Record<ClaimKind, readonly ClaimRequirement[]>> = {
  cashless: ['preauthorisation_form', 'health_card', 'admission_note', 'identity_proof'],
  reimbursement: [
    'claim_form',
    'discharge_summary',
    'hospital_bill',
    'payment_receipt',
    'prescriptions',
    'test_reports',
    'identity_proof',
    'bank_details',
  ],
  own_damage: [
    'claim_form',
    'registration_certificate',
    'driving_licence',
    'repair_estimate',
    'repair_bill',
    'payment_receipt',
    'bank_details',
  ],
  third_party: [
    'claim_form',
    'registration_certificate',
    'driving_licence',
    'police_report',
    'court_notice',
  ],
  theft: [
    'claim_form',
    'registration_certificate',
    'police_report',
    'vehicle_keys',
    'untraced_report',
    'identity_proof',
    'bank_details',
  ],
  death: [
    'claim_form',
    'death_certificate',
    'postmortem_report',
    'police_report',
    'nominee_proof',
    'bank_details',
  ],
};

/** What is known of a requirement. */
export const REQUIREMENT_MARKS = ['missing', 'received', 'not_needed'] as const;
export type RequirementMark = (typeof REQUIREMENT_MARKS)[number];

/** How missing documents are asked for. */
export const REQUEST_CHANNELS = ['email', 'whatsapp'] as const;
export type RequestChannel = (typeof REQUEST_CHANNELS)[number];
