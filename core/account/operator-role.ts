/** What an operator may do. Each call of the console names the roles it is for; the owner may do what any of them may. */
export const operatorRoles = ['owner', 'finance', 'compliance', 'support', 'content', 'viewer'] as const

export type OperatorRole = (typeof operatorRoles)[number]

export function isOperatorRole(text: string): text is OperatorRole {
  return operatorRoles.some((role) => role === text)
}

/** Whether a role is enough for a call meant for some of them. */
export function isRoleAllowed(role: OperatorRole, allowed: readonly OperatorRole[]): boolean {
  return role === 'owner' || allowed.includes(role)
}
