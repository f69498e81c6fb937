/** Entry point of the audit module: an append-only log of what operators did and read. */
export {
  type AuditEntry,
  type AuditedEntry,
  readAudit,
  recordAudit,
} from '#server/audit/audit-store.ts'
