import { ROLES, type Role } from '@insuremanager/contracts/identity/permissions';
import { labelOf } from '../../ui/labels';

/** What a role is for, in a sentence; what exactly it may do is the table of the contracts. */
export const ROLE_HINTS: Readonly<Record<Role, string>> = {
  agent: 'Works with customers, policies, quotations and reminders',
  manager: 'Works with all customers and assigns customers to agents',
  auditor: 'Views everything and the audit log, cannot make changes',
  analyst: 'Views and exports figures and lists, without names',
  admin: 'Everything, including users and agency settings',
};

export const ROLE_OPTIONS = ROLES.map((value) => ({ value, label: labelOf(value) }));

export const roleIn = (text: string): Role => ROLES.find((role) => role === text) ?? 'agent';
