import { parseEmailAddress } from '#core/user/contact.ts'
import type { OperatorRole } from '#core/user/operator-role.ts'
import type { DeskKey } from '#i18n/desk/en.ts'

export type NewOperatorForm = { readonly email: string; readonly role: OperatorRole }

/** New operators start with the least privileged role. */
export const emptyOperator: NewOperatorForm = { email: '', role: 'viewer' }

/** The code is checked by the dialog that asks for it. */
export function emailFault({ email }: NewOperatorForm): DeskKey | undefined {
  return parseEmailAddress(email) === undefined ? 'operators.fault.email' : undefined
}

export function roleFault(present: OperatorRole, wanted: OperatorRole): DeskKey | undefined {
  return present === wanted ? 'operators.fault.role' : undefined
}
