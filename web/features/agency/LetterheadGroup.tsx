import { InputGroup, TextArea } from '@blueprintjs/core';
import {
  LETTERHEAD_FIELDS,
  type LetterheadField,
  letterheadFields,
} from '@insuremanager/contracts/agency/agencyFields';
import { formOf, labelsOf } from '@insuremanager/contracts/fields/fields';
import { gstinWarning, normalizeGstin } from '@insuremanager/contracts/rules/gstin';
import type { ReactNode } from 'react';
import { FormField } from '../../ui/FormField';
import { LetterheadPreview } from './LetterheadPreview';
import { SettingsGroup } from './SettingsGroup';
import type { LoadedSettings } from './useAgencySettings';
import { type GroupRules, useSettingsForm } from './useSettingsForm';

const RULES: GroupRules<LetterheadField> = {
  labels: labelsOf(letterheadFields),
  formOf: (settings) => formOf(letterheadFields, settings),
  format: (_field, text) => text,
  toInput: (_field, text) => text,
};

const HINTS: Partial<Record<LetterheadField, string>> = {
  name: 'Also the sender of emails',
  phone: 'The number customers are asked to call',
  email: 'Website visitors write to this address',
  upiAddress: 'Reminders of premiums have a link to pay there; not on the public page',
};

interface LetterheadGroupProps {
  loaded: LoadedSettings;
  markUnsaved: (isUnsaved: boolean) => void;
  /** The logo, which is changed by itself. */
  logo: ReactNode;
}

/** Who the agency is on PDFs, emails and the public page, and how a PDF would begin. */
export function LetterheadGroup({ loaded, markUnsaved, logo }: LetterheadGroupProps) {
  const form = useSettingsForm({ loaded, rules: RULES, markUnsaved });
  const { values } = form;
  const warning = gstinWarning(normalizeGstin(values.gstin))?.message;
  return (
    <SettingsGroup
      title="Letterhead"
      form={form}
      hint="Shown on quotations, in emails and on the public page. Documents already sent do not change."
    >
      <LetterheadPreview values={values} logo={loaded.settings.logo} />
      {logo}
      <div className="agency-fields">
        {LETTERHEAD_FIELDS.map((name) => (
          <FormField
            key={name}
            label={RULES.labels[name]}
            hint={HINTS[name]}
            error={form.errors[name]}
            warning={name === 'gstin' ? warning : undefined}
          >
            {({ intent, ...field }) => {
              const input = {
                ...field,
                intent,
                fill: true,
                dir: 'auto',
                maxLength: letterheadFields[name].limit,
                value: values[name],
                onBlur: () => form.leave(name),
              } as const;
              return name === 'address' ? (
                <TextArea
                  {...input}
                  rows={2}
                  onChange={({ currentTarget }) => form.type(name, currentTarget.value)}
                />
              ) : (
                <InputGroup
                  {...input}
                  autoComplete="off"
                  onValueChange={(text) => form.type(name, text)}
                />
              );
            }}
          </FormField>
        ))}
      </div>
    </SettingsGroup>
  );
}
