import {
  AUDIT_KINDS,
  AUDITED_RECORDS,
  AuditEntryView,
  auditList,
  OWN_ACTIVITY_ENTRIES,
} from '@insuremanager/contracts/audit/auditViews';
import type { ClassType } from 'type-graphql';
import { objectType } from './describedTypes.js';
import { enumType } from './enums.js';
import { LOOKUP_COST } from './queryCosts.js';
import { listResolver } from './recordResolvers.js';
import './sharedTypes.js';
import { query, rootFields } from './rootFields.js';

enumType('AuditKind', AUDIT_KINDS);
enumType('AuditedRecord', AUDITED_RECORDS);
const AuditEntry = objectType('AuditEntry', AuditEntryView, {
  description: 'Something that auditors look for. It holds nothing personal.',
});

export const auditResolvers: ClassType[] = [
  listResolver({
    typename: 'AuditEntry',
    many: 'auditLog',
    list: auditList,
    Item: AuditEntry,
    serviceIn: ({ audit }) => audit,
  }),
  rootFields({
    myActivity: query(
      [AuditEntry],
      {
        description: `The newest ${OWN_ACTIVITY_ENTRIES} entries about the user’s own account.`,
        complexity: ({ childComplexity }) =>
          2 * LOOKUP_COST + childComplexity * OWN_ACTIVITY_ENTRIES,
      },
      (_, { audit, user }) => audit.about(user.userId),
    ),
  }),
];
