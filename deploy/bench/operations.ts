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

const POLICY = `id kind customer { id name phone kycStatus } policyNumber insuranceCompany policyType
  vehicleNumber vehicleType vehicleMake vehicleModel vehicleYear sumAssured premiumAmount
  premiumFrequency startDate endDate status daysUntilExpiry graceUntil version`;

const DOCUMENT = `id customerId customer { id name } policyId policyType policy { id kind policyNumber }
  documentType fileName filePath fileSize mimeType uploadedAt version`;

const QUOTATION = `id customerId customer { id name phone kycStatus } quotationNumber insuranceType
  policyType vehicleType vehicleNumber insuranceCompany sumAssured premiumAmount serviceCharges
  totalAmount gstRate gstAmount validityDays validUntil isPastValidity status notes policyId pdfPath
  emailedAt createdAt updatedAt version`;

const listPage = (list: string, filter: string, sort: string, fields: string): string =>
  `query Page($filter: ${filter}, $sort: ${sort}, $direction: SortDirection, $first: Int,
  $after: String, $counted: Boolean!) {
  page: ${list}(filter: $filter, sort: $sort, direction: $direction, first: $first, after: $after) {
    items { ${fields} } nextCursor count @include(if: $counted) { count exact }
  }
}`;

export const LIST_PAGES = {
  customers: listPage('customers', 'CustomerFilter', 'CustomerSort', CUSTOMER),
  policies: listPage('policies', 'PolicyFilter', 'PolicySort', POLICY),
  documents: listPage('documents', 'DocumentFilter', 'DocumentSort', DOCUMENT),
  quotations: listPage('quotations', 'QuotationFilter', 'QuotationSort', QUOTATION),
} as const;

export interface PageAnswer {
  page: {
    items: { id: number }[];
    nextCursor: string | null;
    count?: { count: number; exact: boolean };
  };
}

export const GLOBAL_SEARCH = `query Search($query: String!) {
  search(query: $query) {
    customers { items { id name phone } count exact }
    healthPolicies { items { id policyNumber insuranceCompany } count exact }
    vehiclePolicies { items { id policyNumber vehicleNumber } count exact }
    documents { items { id fileName customer { id name } } count exact }
    quotations { items { id quotationNumber insuranceCompany } count exact }
  }
}`;

export interface SearchAnswer {
  search: Record<
    'customers' | 'healthPolicies' | 'vehiclePolicies' | 'documents' | 'quotations',
    { items: object[] }
  >;
}

export const DASHBOARD = `query Dashboard {
  dashboard {
    totalCustomers activePolicies monthlyRevenue dueRenewals healthPoliciesCount
    vehiclePoliciesCount monthlyGrowth recentCustomers { id name phone createdAt }
    upcomingRenewals { id customerId customerName policyId policyType policyNumber dueDate
      daysUntilExpiry }
  }
  revenueTrend(months: 6) { months { month premium } hasHistory }
}`;
