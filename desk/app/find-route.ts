import { isRoleAllowed, type OperatorRole } from '#core/user/operator-role.ts'
import { type SectionName, sectionsOf } from '#desk/parts/sections.ts'

type RecordKind = 'review' | 'deposit' | 'withdrawal' | 'currency' | 'complaint' | 'news' | 'text'

/** Screens of one record, by the first part of their path, with the roles that may open them. */
const records: Readonly<
  Record<string, { readonly kind: RecordKind; readonly roles: readonly OperatorRole[] }>
> = {
  identity: { kind: 'review', roles: ['compliance'] },
  deposits: { kind: 'deposit', roles: ['finance'] },
  withdrawals: { kind: 'withdrawal', roles: ['finance'] },
  currencies: { kind: 'currency', roles: ['finance', 'viewer'] },
  complaints: { kind: 'complaint', roles: ['compliance', 'support'] },
  news: { kind: 'news', roles: ['content', 'viewer'] },
  texts: { kind: 'text', roles: ['content', 'viewer'] },
}

export type Route =
  | { readonly kind: 'section'; readonly name: SectionName }
  | { readonly kind: RecordKind; readonly id: number }
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
  const [, list = '', id] = /^\/([a-z]+)\/([1-9]\d{0,14})$/.exec(plain) ?? []
  const record = Object.hasOwn(records, list) ? records[list] : undefined
  if (id === undefined || record === undefined || !isRoleAllowed(role, record.roles)) return nowhere
  return { kind: record.kind, id: Number(id) }
}
