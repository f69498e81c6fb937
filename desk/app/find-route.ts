import { isRoleAllowed, type OperatorRole } from '#core/user/operator-role.ts'
import { type SectionName, sectionsOf } from '#desk/parts/sections.ts'

export type Route =
  | { readonly kind: 'section'; readonly name: SectionName }
  | { readonly kind: 'review'; readonly id: number }
  | { readonly kind: 'redirect'; readonly to: string }
  | { readonly kind: 'not_found' }

const nowhere: Route = { kind: 'not_found' }

/** The screen for a path. Also `not_found` if the role may not see the screen; the server refuses it as well. */
export function findRoute(path: string, role: OperatorRole): Route {
  const plain = path.length > 1 ? path.replace(/\/+$/, '') : path
  const open = sectionsOf(role)
  if (plain === '/' || plain === '')
    return open[0] === undefined ? nowhere : { kind: 'redirect', to: open[0].path }
  const section = open.find((candidate) => candidate.path === plain)
  if (section !== undefined) return { kind: 'section', name: section.name }
  const id = /^\/identity\/([1-9]\d{0,14})$/.exec(plain)?.[1]
  if (id === undefined || !isRoleAllowed(role, ['compliance'])) return nowhere
  return { kind: 'review', id: Number(id) }
}
