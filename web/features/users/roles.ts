import { ROLES, type Role } from '@insuremanager/contracts/identity/permissions';
import { labelOf } from '../../ui/labels';

/** What a role is for, in a sentence; what exactly it may do is the table of the contracts. */
export const ROLE_HINTS: Readonly<Record<Role, string>> = {
  agent: 'Works with customers, policies, quotations and reminders',
  manager: 'As an agent, sees every book and gives customers to other agents',
  auditor: 'Reads everything and the audit log, changes nothing',
  analyst: 'Sees figures and lists without names, exports them',
  admin: 'Everything, with users and the settings of the agency',
};

export const ROLE_OPTIONS = ROLES.map((value) => ({ value, label: labelOf(value) }));

export const roleIn = (text: string): Role => ROLES.find((role) => role === text) ?? 'agent';
