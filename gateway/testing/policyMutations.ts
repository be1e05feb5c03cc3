/** Issues a policy. */
export const CREATE = `mutation Create($kind: PolicyKind!, $input: PolicyInput!, $commandId: ID!) {
  createPolicy(kind: $kind, input: $input, commandId: $commandId) {
    policy {
      id kind policyNumber policyType vehicleNumber vehicleType vehicleYear ncbPercent coverType
      sumAssured premiumAmount premiumFrequency endDate status daysUntilExpiry version
      customer { id name kycStatus }
    }
    warnings { field code }
    stale
  }
}`;

/** A change of one policy that its user has seen. */
const change = (mutation: string, inputType: string) =>
  `mutation Change($kind: PolicyKind!, $id: Int!, $input: ${inputType}, $expectedVersion: Int!, $commandId: ID!) {
    ${mutation}(kind: $kind, id: $id, input: $input, expectedVersion: $expectedVersion, commandId: $commandId) {
      policy { id kind status startDate endDate premiumAmount premiumFrequency sumAssured predecessorId version }
      renewedTerm { id status successorId version }
      warnings { code }
      stale
    }
  }`;
export const UPDATE = change('updatePolicy', 'PolicyInput!');
export const ENDORSE = change('endorsePolicy', 'EndorsementInput!');
export const RENEW = change('renewPolicy', 'RenewalInput!');
export const CANCEL = change('cancelPolicy', 'CancellationInput!');
export const REINSTATE = change('reinstatePolicy', 'ReinstatementInput');
