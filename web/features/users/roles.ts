import type { Role } from '@insuremanager/contracts/identity/permissions';

/** What a role is for, in a sentence; what exactly it may do is the table of the contracts. */
export const ROLE_HINTS: Readonly<Record<Role, string>> = {
  agent: 'Works with customers, policies, quotations and reminders',
  manager: 'Works with all customers and assigns customers to agents',
  auditor: 'Views everything and the audit log, cannot make changes',
  analyst: 'Views and exports figures and lists, without names',
  admin: 'Everything, including users and agency settings',
};

/** Which field is at fault, where the server says what another user has. */
export const TAKEN = { 'username-taken': 'username', 'email-taken': 'email' } as const;
