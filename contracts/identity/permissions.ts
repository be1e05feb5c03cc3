import { z } from 'zod';

/** What a user is here; each may do what `PERMISSIONS` says. */
export const ROLES = ['agent', 'manager', 'auditor', 'analyst', 'admin'] as const;
export const Role = z.enum(ROLES);
export type Role = z.infer<typeof Role>;
export const isRole = (text: unknown): text is Role => Role.safeParse(text).success;
export const DEFAULT_ROLE: Role = 'agent';

const everybody = ROLES;
/** Whoever reads about persons by name; analysts do not. */
const readers = ['agent', 'manager', 'auditor', 'admin'] as const;
/** Whoever does the work of the agency. */
const workers = ['agent', 'manager', 'admin'] as const;
const managers = ['manager', 'admin'] as const;

/**
 * Who may do what, in one table: the gateway enforces it on every GraphQL field and REST route, and
 * the screens show only what it allows.
 */
export const PERMISSIONS = {
  /** Figures of the dashboard. */
  'dashboard.read': everybody,
  /** Reports of what their reader's lists have. */
  'reports.read': everybody,
  /** Agents side by side. */
  'reports.compareAgents': managers,
  /** What insurers pay the agency, and what of it is a sub-agent's. */
  'commission.read': managers,
  'commission.write': managers,
  /** Lists and records. What a role sees masked in them says `masking.ts`. */
  'customers.read': everybody,
  'policies.read': everybody,
  'quotations.read': everybody,
  'claims.read': everybody,
  'leads.read': everybody,
  'tasks.read': everybody,
  'documents.read': readers,
  /** Files of customers who have been deleted: an auditor's matter, nobody works with them. */
  'documents.readDeleted': ['auditor'],
  'reminders.read': readers,
  'renewals.read': readers,
  /** The bell: what waits for somebody who works with the customers. */
  'notifications.read': readers,
  /** Finding persons and records by a free text, in lists and over everything. */
  search: readers,
  /** What happened to a record, and how it was on a day. */
  'history.read': readers,

  'customers.write': workers,
  'policies.write': workers,
  'documents.write': workers,
  'quotations.write': workers,
  'claims.write': workers,
  'leads.write': workers,
  'tasks.write': workers,
  'reminders.write': workers,
  'renewals.write': workers,

  /** Names, phones and addresses of persons, unmasked. */
  'people.read': readers,
  /** PANs unmasked, as forms need them. An Aadhaar number never is, but by a reveal. */
  'identityNumbers.read': workers,
  /** A whole PAN or Aadhaar number, for a reason that is recorded. */
  'identityNumbers.reveal': readers,

  /** Every book, also where agents see their own only. */
  'books.readAll': ['manager', 'auditor', 'analyst', 'admin'],
  /** Giving customers to another agent. */
  'customers.reassign': managers,
  /** Making two customers who are one person one, and parting them again. */
  'customers.merge': managers,
  /** Lists as CSV, masked. */
  export: ['manager', 'auditor', 'analyst', 'admin'],
  /** Making records of spreadsheets, and undoing that. */
  'imports.manage': managers,
  /** Saved views of a list that everybody has who sees it. */
  'views.share': managers,

  /** Who signed in, who was let do what, who looked at what. */
  'audit.read': ['auditor', 'admin'],
  /** The whole office as it was on a day, read-only. */
  'office.readPast': ['manager', 'auditor', 'analyst', 'admin'],
  'reminders.configure': managers,
  'users.manage': ['admin'],
  'agency.configure': ['admin'],
  /** Destroying what is known of a person. */
  'customers.erase': ['admin'],
  /** The privacy desk: what is held about a person, and the duties of the agency towards them. */
  'privacy.manage': ['admin'],
} as const satisfies Record<string, readonly Role[]>;

export type Permission = keyof typeof PERMISSIONS;
export const ALL_PERMISSIONS = Object.keys(PERMISSIONS) as Permission[];

/** Of these, what can be done in the office of a past day: looking, and taking lists out of it. */
export const PAST_PERMISSIONS: readonly Permission[] = [
  'dashboard.read',
  'reports.read',
  'reports.compareAgents',
  'commission.read',
  'customers.read',
  'policies.read',
  'quotations.read',
  'claims.read',
  'leads.read',
  'tasks.read',
  'documents.read',
  'reminders.read',
  'renewals.read',
  'search',
  'history.read',
  'people.read',
  'identityNumbers.read',
  'books.readAll',
  'export',
  'audit.read',
];

export const isAllowed = (role: Role, permission: Permission): boolean =>
  (PERMISSIONS[permission] as readonly Role[]).includes(role);

/** What a role may do, in the order of the table. */
export const permissionsOf = (role: Role): Permission[] =>
  ALL_PERMISSIONS.filter((permission) => isAllowed(role, permission));
