import {
  type AuditHead,
  auditChainStart,
  auditHash,
  type ChainRow,
  maxEntryBytes,
  readAuditChain,
  readAuditHead,
  readUnchainedEntries,
} from '#server/audit/audit.ts'
import type { PoolClient } from '#server/storage/storage.ts'
import type { Findings } from '#server/verify/findings.ts'

const kind = 'audit'
const table = 'audit_chain'

/**
 * Walks the whole chain of the audit log, page by page: positions, hashes, the head row, and one row of the chain for
 * each entry. Returns the last row. All reads must see the same state.
 */
export async function checkAuditLog(client: PoolClient, findings: Findings): Promise<AuditHead> {
  const chain = createAuditChain(findings)
  for (;;) {
    const rows = await readAuditChain(client, chain.last().position)
    if (rows.length === 0) break
    for (const row of rows) chain.link(row)
  }
  checkHead(chain.last(), await readAuditHead(client), findings)
  await checkEntries(client, chain.entries(), findings)
  return chain.last()
}

function createAuditChain(findings: Findings) {
  let position = 0
  let entries = 0
  let hash: Buffer = auditChainStart

  function checkPosition(row: ChainRow): void {
    if (row.position === position + 1) return
    const message =
      row.position === position + 2 ? 'is missing' : `and all up to ${row.position - 1} are missing`
    findings.add({ kind, table, row: position + 1, message })
  }
  function checkHash({ position: at, entryId, hash: found, entry }: ChainRow): void {
    if (entry === undefined) {
      findings.add({ kind, table, row: at, message: `its entry ${entryId} was deleted` })
      return
    }
    if (entry === null) {
      const message = `its entry ${entryId} is larger than ${maxEntryBytes} bytes, so its hash was not checked`
      findings.add({ kind, table, row: at, message })
      return
    }
    const expected = auditHash(hash, entry)
    if (expected.equals(found)) return
    const message = `is not the hash of the previous hash and entry ${entryId}`
    const hashes = { expected: expected.toString('hex'), found: found.toString('hex') }
    findings.add({ kind, table, row: at, column: 'hash', message, ...hashes })
  }
  return {
    link(row: ChainRow): void {
      checkPosition(row)
      // After a gap the previous hash is unknown, so only the following rows can be checked.
      if (row.position === position + 1) checkHash(row)
      position = row.position
      hash = row.hash
      if (row.entry !== undefined) entries += 1
    },
    last: (): AuditHead => ({ position, hash: hash.toString('hex') }),
    /** Number of rows whose entry exists. */
    entries: () => entries,
  }
}

function checkHead(last: AuditHead, head: AuditHead | undefined, findings: Findings): void {
  if (head?.position === last.position && head.hash === last.hash) return
  const message = 'is not the last row of the chain'
  const [expected, found] = [last, head].map((one) => one && `${one.position}:${one.hash}`)
  findings.add({ kind, table: 'audit_head', message, expected, found: found ?? 'none' })
}

/** Every entry has a row in the chain. If the numbers are equal, none has two. */
async function checkEntries(client: PoolClient, chained: number, findings: Findings): Promise<void> {
  const { ids, entries } = await readUnchainedEntries(client)
  for (const row of ids)
    findings.add({ kind, table: 'audit_entries', row, message: 'is not in the chain: it was added past it' })
  if (ids.length > 0 || chained === entries) return
  const message = 'does not have one row for each entry'
  findings.add({ kind, table, message, expected: entries, found: chained })
}
