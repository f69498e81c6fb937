import type { Queryable } from '#server/operators/operators-store.ts'

/** Deletes the old codes. */
export async function replaceRecoveryCodes(
  client: Queryable,
  operatorId: number,
  hashes: readonly Buffer[],
): Promise<void> {
  await client.query('delete from operator_recovery_codes where operator_id = $1', [operatorId])
  await client.query(
    'insert into operator_recovery_codes (operator_id, code_hash) select $1, unnest($2::bytea[])',
    [operatorId, hashes],
  )
}

export async function isUnusedCode(client: Queryable, operatorId: number, hash: Buffer): Promise<boolean> {
  const found = await client.query(
    'select 1 from operator_recovery_codes where operator_id = $1 and code_hash = $2 and used_at is null',
    [operatorId, hash],
  )
  return found.rowCount === 1
}

export async function markCodeUsed(
  client: Queryable,
  operatorId: number,
  hash: Buffer,
  at: Date,
): Promise<void> {
  await client.query(
    'update operator_recovery_codes set used_at = $3 where operator_id = $1 and code_hash = $2',
    [operatorId, hash, at],
  )
}
