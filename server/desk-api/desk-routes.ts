import { readAuditLog } from '#server/desk-api/audit-log.ts'
import { changeAnOperator } from '#server/desk-api/change-operator.ts'
import { changeDeskPassword } from '#server/desk-api/change-password.ts'
import { changeASetting } from '#server/desk-api/change-setting.ts'
import { addOperator } from '#server/desk-api/create-operator.ts'
import { enrolAtDesk } from '#server/desk-api/enrol.ts'
import { readIdentityCheck } from '#server/desk-api/identity-check.ts'
import { decideIdentity } from '#server/desk-api/identity-decide.ts'
import { readIdentityQueue } from '#server/desk-api/identity-queue.ts'
import { readDeskImage } from '#server/desk-api/image.ts'
import { readMe } from '#server/desk-api/me.ts'
import { readOperators } from '#server/desk-api/operators.ts'
import { makeRecoveryCodes } from '#server/desk-api/recovery-codes.ts'
import { readSettings } from '#server/desk-api/settings.ts'
import { signInToDesk } from '#server/desk-api/sign-in.ts'
import { signOutOfDesk } from '#server/desk-api/sign-out.ts'
import type { Route } from '#server/gateway/gateway.ts'
import type { Kyc } from '#server/kyc/kyc.ts'
import type { Operators } from '#server/operators/operators.ts'
import type { Settings } from '#server/settings/settings.ts'
import type { Pool } from '#server/storage/storage.ts'

export type DeskParts = {
  readonly operators: Operators
  readonly kyc: Kyc
  readonly settings: Settings
  readonly pool: Pool
}

/** Every call of the console, in full view. */
export function deskRoutes(parts: DeskParts): readonly Route[] {
  return [
    // Who is at the desk
    signInToDesk(parts),
    enrolAtDesk(parts),
    signOutOfDesk(parts),
    readMe(parts),
    changeDeskPassword(parts),
    makeRecoveryCodes(parts),
    // Identities
    readIdentityQueue(parts),
    readIdentityCheck(parts),
    decideIdentity(parts),
    readDeskImage(parts),
    // Operators and what they did
    readOperators(parts),
    addOperator(parts),
    changeAnOperator(parts),
    readAuditLog(parts),
    // Settings
    readSettings(parts),
    changeASetting(parts),
  ]
}
