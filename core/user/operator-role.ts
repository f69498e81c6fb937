/** Roles of operators. Each call of the operator console lists the roles it allows; an `owner` may make any call. */
export const operatorRoles = ['owner', 'finance', 'compliance', 'support', 'content', 'viewer'] as const

export type OperatorRole = (typeof operatorRoles)[number]

export function isOperatorRole(text: string): text is OperatorRole {
  return operatorRoles.some((role) => role === text)
}

export function isRoleAllowed(role: OperatorRole, allowed: readonly OperatorRole[]): boolean {
  return role === 'owner' || allowed.includes(role)
}
