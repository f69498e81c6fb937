import { auditDuty } from '#server/kyc/audit-duty.ts'
import { findByPicture, readWhole } from '#server/kyc/identity-store.ts'
import type { CheckDetails, Reviewer } from '#server/kyc/kyc-types.ts'
import { inTransaction, type Pool } from '#server/storage/storage.ts'
import type { Uploads } from '#server/uploads/uploads.ts'

/** Nobody sees a check without an entry that says they did. */
export async function viewCheck(
  pool: Pool,
  { id, ...duty }: Reviewer & { readonly id: number },
): Promise<CheckDetails | undefined> {
  return await inTransaction(pool, async (client) => {
    const check = await readWhole(client, id)
    if (check === undefined) return undefined
    await auditDuty(client, duty, { action: 'identity_viewed', checkId: id, details: { user: check.userId } })
    return check
  })
}

type PictureParts = { readonly pool: Pool; readonly uploads: Pick<Uploads, 'readForDuty'> }

/** The same for its pictures. One that belongs to no check is nobody's business here. */
export async function viewPicture(
  { pool, uploads }: PictureParts,
  { name, ...duty }: Reviewer & { readonly name: string },
): Promise<Uint8Array | undefined> {
  const bytes = await uploads.readForDuty(name)
  if (bytes === undefined) return undefined
  return await inTransaction(pool, async (client) => {
    const found = await findByPicture(client, name)
    if (found === undefined) return undefined
    const { id: checkId, side } = found
    await auditDuty(client, duty, { action: 'identity_picture_viewed', checkId, details: { side } })
    return bytes
  })
}
