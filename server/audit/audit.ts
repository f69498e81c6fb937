/** The door of the audit room: what operators did and what they looked up, for good. */
export {
  type AuditEntry,
  type AuditedEntry,
  readAudit,
  recordAudit,
} from '#server/audit/audit-store.ts'
