import { FieldsForm } from '../../records/FieldsForm';
import type { FormEnds } from '../../ui/record/useRecordForm';
import { QuotationFields } from './QuotationFields';
import type { Quotation } from './quotation';
import { emptyForm, QUOTATION_FORM, type QuotationFormValues } from './quotationForm';

interface QuotationFormProps extends FormEnds {
  /** The quotation as the edit begins; null for a new one. */
  base: Quotation | null;
  /** What stands in the form of a new one, when more is known. */
  initial?: QuotationFormValues | undefined;
}

export const QuotationForm = ({ initial, ...form }: QuotationFormProps) => (
  <FieldsForm design={QUOTATION_FORM} initial={initial ?? emptyForm()} {...form}>
    {(shown) => <QuotationFields {...shown} />}
  </FieldsForm>
);
