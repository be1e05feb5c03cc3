import { HTMLSelect, InputGroup } from '@blueprintjs/core';
import type { Role } from '@insuremanager/contracts/identity/permissions';
import { FormField } from '../../ui/FormField';
import { ROLE_HINTS, ROLE_OPTIONS, roleIn } from './roles';
import type { UserFormState } from './UserForm';

interface EmailAndRoleProps {
  form: UserFormState<{ email: string; role: Role }>;
  /** Of somebody who is a user already. */
  isChange?: boolean;
}

export const EmailAndRole = ({ form: { values, errors, set }, isChange }: EmailAndRoleProps) => (
  <>
    <FormField
      label="Email"
      required
      hint={isChange ? 'The previous address is notified of the change' : undefined}
      error={errors.email}
    >
      {(field) => (
        <InputGroup
          {...field}
          name="email"
          type="email"
          value={values.email}
          onValueChange={(email) => set({ email })}
          autoComplete="off"
          autoFocus={isChange}
        />
      )}
    </FormField>
    <FormField
      label="Role"
      hint={`${ROLE_HINTS[values.role]}.${isChange ? ' Changing the role signs them out.' : ''}`}
      error={errors.role}
    >
      {({ intent: _intent, ...field }) => (
        <HTMLSelect
          {...field}
          fill
          name="role"
          options={ROLE_OPTIONS}
          value={values.role}
          onChange={({ currentTarget: { value } }) => set({ role: roleIn(value) })}
        />
      )}
    </FormField>
  </>
);
