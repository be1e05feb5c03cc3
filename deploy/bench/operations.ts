/** What the web client asks for, field by field. */
const CUSTOMER = `id name phone email aadhaarNumber panNumber dateOfBirth address city state pincode
  kycStatus createdAt updatedAt version`;

export const UPDATE_CUSTOMER = `mutation Update($id: Int!, $input: CustomerInput!,
  $expectedVersion: Int!, $commandId: ID!) {
  updateCustomer(id: $id, input: $input, expectedVersion: $expectedVersion, commandId: $commandId) {
    customer { ${CUSTOMER} } warnings { field code message } stale
  }
}`;

export interface UpdateAnswer {
  updateCustomer: { customer: { id: number; version: number }; stale: boolean };
}

export const CUSTOMER_VERSION = `query Version($id: Int!) { customer(id: $id) { version } }`;

export interface VersionAnswer {
  customer: { version: number } | null;
}

export const CUSTOMER_PAGE = `query Page($filter: CustomerFilter, $sort: CustomerSort,
  $direction: SortDirection, $first: Int, $after: String, $counted: Boolean!) {
  customers(filter: $filter, sort: $sort, direction: $direction, first: $first, after: $after) {
    items { ${CUSTOMER} } nextCursor count @include(if: $counted) { count exact }
  }
}`;

export interface PageAnswer {
  customers: {
    items: { id: number }[];
    nextCursor: string | null;
    count?: { count: number; exact: boolean };
  };
}
