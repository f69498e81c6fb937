import { parseEmailAddress } from '#core/user/contact.ts'
import type { OperatorRole } from '#core/user/operator-role.ts'
import { secondFactorFault } from '#desk/parts/credentials.ts'
import type { DeskKey } from '#i18n/desk/en.ts'

export type NewOperatorForm = { readonly email: string; readonly role: OperatorRole; readonly code: string }

/** New operators start with the least privileged role. */
export const emptyOperator: NewOperatorForm = { email: '', role: 'viewer', code: '' }

export type OperatorFaults = {
  readonly email?: DeskKey | undefined
  readonly role?: DeskKey | undefined
  readonly code: DeskKey | undefined
}

export function newOperatorFaults({ email, code }: NewOperatorForm): OperatorFaults {
  return {
    email: parseEmailAddress(email) === undefined ? 'operators.fault.email' : undefined,
    code: secondFactorFault(code),
  }
}

export function newRoleFaults(present: OperatorRole, wanted: OperatorRole, code: string): OperatorFaults {
  return { role: present === wanted ? 'operators.fault.role' : undefined, code: secondFactorFault(code) }
}

export function isValid(faults: OperatorFaults): boolean {
  return Object.values(faults).every((fault) => fault === undefined)
}
