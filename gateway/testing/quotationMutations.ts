const SHOWN = `
  id quotationNumber insuranceType policyType vehicleType vehicleNumber insuranceCompany
  sumAssured premiumAmount serviceCharges totalAmount gstRate gstAmount validityDays validUntil
  isPastValidity status notes policyId pdfPath emailedAt createdAt updatedAt version
  customer { id name phone kycStatus }
`;
const SAVED = `quotation { ${SHOWN} } warnings { field code } stale`;

export const CREATE_QUOTATION = `mutation Create($input: QuotationInput!, $commandId: ID!) {
  createQuotation(input: $input, commandId: $commandId) { ${SAVED} }
}`;

export const UPDATE_QUOTATION = `mutation Update(
  $id: Int!, $input: QuotationInput!, $expectedVersion: Int!, $commandId: ID!
) {
  updateQuotation(
    id: $id, input: $input, expectedVersion: $expectedVersion, commandId: $commandId
  ) { ${SAVED} }
}`;

export const CONVERT_QUOTATION = `mutation Convert(
  $id: Int!, $input: PolicyInput!, $expectedVersion: Int, $commandId: ID!
) {
  convertQuotation(
    id: $id, input: $input, expectedVersion: $expectedVersion, commandId: $commandId
  ) {
    quotation { id policyId version policy { id policyNumber } }
    policy { id kind quotationId policyNumber quotation { id quotationNumber } }
    warnings { code }
    stale
  }
}`;

export const EMAIL_QUOTATION = `mutation Email(
  $id: Int!, $input: QuotationEmailInput!, $expectedVersion: Int, $commandId: ID!
) {
  emailQuotation(
    id: $id, input: $input, expectedVersion: $expectedVersion, commandId: $commandId
  ) { ${SAVED} }
}`;

export const DELETE_QUOTATION = `mutation Delete(
  $id: Int!, $expectedVersion: Int, $commandId: ID!
) {
  deleteQuotation(id: $id, expectedVersion: $expectedVersion, commandId: $commandId) { id stale }
}`;
