import { isRoleAllowed, type OperatorRole, operatorRoles } from '#core/user/operator-role.ts'
import type { IconName } from '#ui/icon-paths.ts'

export type SectionName =
  | 'identity'
  | 'deposits'
  | 'withdrawals'
  | 'approvals'
  | 'adjustment'
  | 'currencies'
  | 'reconciliation'
  | 'support'
  | 'freezes'
  | 'complaints'
  | 'news'
  | 'texts'
  | 'calendar'
  | 'pictures'
  | 'companies'
  | 'operators'
  | 'audit'
  | 'settings'
  | 'account'

export type Section = {
  readonly name: SectionName
  readonly path: string
  readonly icon: IconName
  /** Roles other than the owner that see the section. The server enforces permissions itself. */
  readonly roles: readonly OperatorRole[]
}

/** In the order of the side bar. The start screen is the first section a role may see. */
export const sections: readonly Section[] = [
  { name: 'identity', path: '/identity', icon: 'id', roles: ['compliance', 'viewer'] },
  { name: 'deposits', path: '/deposits', icon: 'deposit', roles: ['finance', 'viewer'] },
  { name: 'withdrawals', path: '/withdrawals', icon: 'withdraw', roles: ['finance', 'viewer'] },
  { name: 'approvals', path: '/approvals', icon: 'check-circle', roles: ['finance', 'viewer'] },
  { name: 'adjustment', path: '/adjustment', icon: 'edit', roles: ['finance'] },
  { name: 'currencies', path: '/currencies', icon: 'wallet', roles: ['finance', 'viewer'] },
  { name: 'reconciliation', path: '/reconciliation', icon: 'check-circle', roles: ['finance', 'viewer'] },
  { name: 'support', path: '/support', icon: 'chat', roles: ['support'] },
  { name: 'freezes', path: '/freezes', icon: 'lock', roles: ['compliance', 'support', 'viewer'] },
  { name: 'complaints', path: '/complaints', icon: 'mail', roles: ['compliance', 'support', 'viewer'] },
  { name: 'news', path: '/news', icon: 'news', roles: ['content', 'viewer'] },
  { name: 'texts', path: '/texts', icon: 'order', roles: ['content', 'viewer'] },
  { name: 'calendar', path: '/calendar', icon: 'calendar', roles: ['content', 'viewer'] },
  { name: 'pictures', path: '/pictures', icon: 'picture', roles: ['content', 'viewer'] },
  { name: 'companies', path: '/companies', icon: 'globe', roles: ['content', 'viewer'] },
  { name: 'operators', path: '/operators', icon: 'user', roles: [] },
  { name: 'audit', path: '/audit', icon: 'history', roles: ['viewer'] },
  { name: 'settings', path: '/settings', icon: 'settings', roles: ['viewer'] },
  { name: 'account', path: '/account', icon: 'key', roles: operatorRoles },
]

export function sectionsOf(role: OperatorRole): readonly Section[] {
  return sections.filter(({ roles }) => isRoleAllowed(role, roles))
}

export function canSee(role: OperatorRole, name: SectionName): boolean {
  return sectionsOf(role).some((section) => section.name === name)
}
