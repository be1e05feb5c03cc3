import { InputGroup, TextArea } from '@blueprintjs/core';
import { FormField } from '../../ui/FormField';
import { SettingsGroup } from './SettingsGroup';
import type { LoadedSettings } from './useAgencySettings';
import { type GroupRules, useSettingsForm } from './useSettingsForm';

interface GroupProps {
  loaded: LoadedSettings;
  markUnsaved: (isUnsaved: boolean) => void;
}

const SOCIAL: GroupRules<'socialLinks'> = {
  labels: { socialLinks: 'Social links' },
  formOf: ({ socialLinks }) => ({ socialLinks: socialLinks.join('\n') }),
  format: (_field, text) => text.replaceAll('\n', ', '),
  toInput: (_field, text) => text.split('\n').filter((line) => line.trim() !== ''),
};

/** Where else visitors find the agency. */
export function PublicPageGroup(props: GroupProps) {
  const form = useSettingsForm({ ...props, rules: SOCIAL });
  return (
    <SettingsGroup title="Public page" form={form}>
      <FormField
        label="Social links"
        hint="One address per line, such as https://www.instagram.com/…"
        error={form.errors.socialLinks}
      >
        {(field) => (
          <TextArea
            {...field}
            fill
            rows={4}
            spellCheck={false}
            value={form.values.socialLinks}
            onChange={({ currentTarget }) => form.type('socialLinks', currentTarget.value)}
            onBlur={() => form.leave('socialLinks')}
          />
        )}
      </FormField>
      <p>
        <a className="agency-link" href="/" target="_blank" rel="noopener">
          See the public page
        </a>{' '}
        <span className="muted">in a private window, where you are not signed in</span>
      </p>
    </SettingsGroup>
  );
}

const RECORDS: GroupRules<'retentionYears'> = {
  labels: { retentionYears: 'Years' },
  formOf: ({ retentionYears }) => ({ retentionYears: String(retentionYears) }),
  format: (_field, text) => `${text} years`,
  toInput: (_field, text) => (/^\d+$/.test(text.trim()) ? Number(text) : text),
};

/** How long nobody may be forgotten. */
export function RecordsGroup(props: GroupProps) {
  const form = useSettingsForm({ ...props, rules: RECORDS });
  return (
    <SettingsGroup
      title="Records"
      form={form}
      hint="A customer can be erased this many years after their last transaction. Before that, only an administrator can do so, with a reason."
    >
      <FormField
        label="Years to keep records"
        hint="At least 10"
        error={form.errors.retentionYears}
      >
        {(field) => (
          <InputGroup
            {...field}
            inputMode="numeric"
            autoComplete="off"
            className="agency-number"
            value={form.values.retentionYears}
            onValueChange={(text) => form.type('retentionYears', text)}
            onBlur={() => form.leave('retentionYears')}
          />
        )}
      </FormField>
    </SettingsGroup>
  );
}
