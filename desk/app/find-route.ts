import { isRoleAllowed, type OperatorRole } from '#core/account/operator-role.ts'
import { type SectionName, sectionsOf } from '#desk/parts/sections.ts'

/** Where an address leads an operator of some role. */
export type Route =
  | { readonly kind: 'section'; readonly name: SectionName }
  | { readonly kind: 'check'; readonly id: number }
  | { readonly kind: 'redirect'; readonly to: string }
  | { readonly kind: 'not_found' }

const nowhere: Route = { kind: 'not_found' }

/** What is not a role's to see leads nowhere; the server refuses it all the same. */
export function findRoute(path: string, role: OperatorRole): Route {
  const plain = path.length > 1 ? path.replace(/\/+$/, '') : path
  const open = sectionsOf(role)
  if (plain === '/' || plain === '')
    return open[0] === undefined ? nowhere : { kind: 'redirect', to: open[0].path }
  const section = open.find((candidate) => candidate.path === plain)
  if (section !== undefined) return { kind: 'section', name: section.name }
  const id = /^\/identity\/([1-9]\d{0,14})$/.exec(plain)?.[1]
  if (id === undefined || !isRoleAllowed(role, ['compliance'])) return nowhere
  return { kind: 'check', id: Number(id) }
}
