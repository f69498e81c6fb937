/** Entry point of the audit module: an append-only log, chained by hashes, of what operators did and read. */
export {
  type AuditHead,
  auditChainStart,
  auditHash,
} from '#server/audit/audit-chain.ts'
export {
  type ChainRow,
  maxEntryBytes,
  readAuditChain,
  readAuditHead,
  readUnchainedEntries,
} from '#server/audit/audit-chain-store.ts'
export {
  type AuditEntry,
  type AuditedEntry,
  readAudit,
  recordAudit,
} from '#server/audit/audit-store.ts'
