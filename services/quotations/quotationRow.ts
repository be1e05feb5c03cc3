import type {
  PolicyKind,
  PolicyType,
  VehicleType,
} from '@insuremanager/contracts/policies/policyKinds';
import type { QuotationStatus } from '@insuremanager/contracts/quotations/quotationKinds';
import type { QuotationView } from '@insuremanager/contracts/quotations/quotationViews';
import type { Day } from '@insuremanager/contracts/rules/kolkataDay';
import { quotationView } from './quotationView.js';

/** A row of the list as queries receive it; amounts in paise. */
export interface QuotationRow {
  id: number;
  customer_id: number;
  quotation_number: string;
  insurance_type: PolicyKind;
  policy_type: PolicyType | null;
  vehicle_type: VehicleType | null;
  vehicle_number: string | null;
  insurance_company: string | null;
  sum_assured: number;
  premium_amount: number;
  service_charges: number;
  total_amount: number;
  gst_rate: number;
  validity_days: number;
  valid_until: Day;
  status: QuotationStatus;
  notes: string | null;
  policy_id: number | null;
  converted: boolean;
  emailed_at: Date | null;
  version: number;
  created_at: Date;
  updated_at: Date;
  number_key: string;
}

/** @param today the Kolkata day on which it is looked at. */
export const viewOfRow = (row: QuotationRow, today: Day): QuotationView =>
  quotationView(
    {
      id: row.id,
      customerId: row.customer_id,
      quotationNumber: row.quotation_number,
      status: row.status,
      offer: {
        insuranceType: row.insurance_type,
        policyType: row.policy_type,
        vehicleType: row.vehicle_type,
        insuranceCompany: row.insurance_company,
        sumAssured: row.sum_assured,
        premiumAmount: row.premium_amount,
        serviceCharges: row.service_charges,
        validityDays: row.validity_days,
        gstRate: row.gst_rate,
      },
      particulars: { vehicleNumber: row.vehicle_number, notes: row.notes },
      // As the quotation's own stream says it: the same version always shows the same.
      policyId: row.converted ? row.policy_id : null,
      emailedAt: row.emailed_at,
      createdAt: row.created_at,
      changedAt: row.updated_at,
    },
    row.version,
    today,
  );
