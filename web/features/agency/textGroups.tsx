import { InputGroup, TextArea } from '@blueprintjs/core';
import { MOST_REQUEST_DAYS } from '@insuremanager/contracts/privacy/requestKinds';
import { useOwners } from '../../records/renewals/useOwners';
import { type FieldProps, FormField } from '../../ui/FormField';
import { SettingsGroup } from './SettingsGroup';
import type { LoadedSettings } from './useAgencySettings';
import { type GroupRules, type SettingsFormState, useSettingsForm } from './useSettingsForm';

interface LinesProps<Name extends string> {
  field: FieldProps;
  form: SettingsFormState<Name>;
  name: Name;
}

/** Several values, one per line. */
const Lines = <Name extends string>({ field, form, name }: LinesProps<Name>) => (
  <TextArea
    {...field}
    fill
    rows={4}
    spellCheck={false}
    value={form.values[name]}
    onChange={({ currentTarget }) => form.type(name, currentTarget.value)}
    onBlur={() => form.leave(name)}
  />
);

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
        {(field) => <Lines {...{ field, form }} name="socialLinks" />}
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

const LEADS: GroupRules<'leadPincodes'> = {
  labels: { leadPincodes: 'Leads by pincode' },
  formOf: ({ leadPincodes }) => ({ leadPincodes: leadPincodes ?? '' }),
  format: (_field, text) => text.replaceAll('\n', '; '),
  toInput: (_field, text) => (text.trim() === '' ? null : text),
};

/** Who is given the leads of the public form. */
export function LeadsGroup(props: GroupProps) {
  const form = useSettingsForm({ ...props, rules: LEADS });
  const { owners } = useOwners();
  const unknown =
    owners.length > 0 &&
    usernamesIn(form.values.leadPincodes).find((name) =>
      owners.every(({ username }) => username !== name),
    );
  return (
    <SettingsGroup
      title="Leads"
      form={form}
      hint="Requests of the public form go to agents in turn, or by the pincode that the person gives: the longest beginning counts."
    >
      <FormField
        label="Agents by pincode"
        hint="One agent per line, such as 682, 683: anitha. Empty: all in turn."
        error={form.errors.leadPincodes}
        {...(unknown && { warning: `Nobody is called ${unknown}: these leads go in turn.` })}
      >
        {(field) => <Lines {...{ field, form }} name="leadPincodes" />}
      </FormField>
    </SettingsGroup>
  );
}

/** Of lines that are whole. */
const usernamesIn = (lines: string): string[] =>
  lines.split('\n').flatMap((line) => /:\s*(\S+)\s*$/.exec(line)?.[1] ?? []);

type Days = 'retentionYears' | 'requestDays';

const numberRules = <Name extends Days>(name: Name, unit: string): GroupRules<Name> => ({
  labels: { [name]: unit } as Record<Name, string>,
  formOf: (settings) => ({ [name]: String(settings[name]) }) as Record<Name, string>,
  format: (_field, text) => `${text} ${unit.toLowerCase()}`,
  toInput: (_field, text) => (/^\d+$/.test(text.trim()) ? Number(text) : text),
});

interface NumberGroupProps<Name extends Days> extends GroupProps {
  name: Name;
  rules: GroupRules<Name>;
  title: string;
  hint: string;
  label: string;
  bounds: string;
}

/** One number, saved as a card of its own. */
function NumberGroup<Name extends Days>(props: NumberGroupProps<Name>) {
  const { name, title, hint, label, bounds } = props;
  const form = useSettingsForm(props);
  return (
    <SettingsGroup title={title} form={form} hint={hint}>
      <FormField label={label} hint={bounds} error={form.errors[name]}>
        {(field) => (
          <InputGroup
            {...field}
            inputMode="numeric"
            autoComplete="off"
            className="agency-number"
            value={form.values[name]}
            onValueChange={(text) => form.type(name, text)}
            onBlur={() => form.leave(name)}
          />
        )}
      </FormField>
    </SettingsGroup>
  );
}

const RECORDS = numberRules('retentionYears', 'Years');
const REQUESTS = numberRules('requestDays', 'Days');

/** How long nobody may be forgotten. */
export const RecordsGroup = (props: GroupProps) => (
  <NumberGroup
    {...props}
    name="retentionYears"
    rules={RECORDS}
    title="Records"
    hint="A customer can be erased this many years after their last transaction. Before that, only an administrator can do so, with a reason."
    label="Years to keep records"
    bounds="At least 10"
  />
);

/** In how many days persons are answered, as the agency has published it. */
export const RequestsGroup = (props: GroupProps) => (
  <NumberGroup
    {...props}
    name="requestDays"
    rules={REQUESTS}
    title="Requests of persons"
    hint="A new request of a person is due this many days after it was received. Publish the same number: the law lets you choose it, for grievances 90 days at most."
    label="Days for requests of persons"
    bounds={`1 to ${MOST_REQUEST_DAYS}`}
  />
);
