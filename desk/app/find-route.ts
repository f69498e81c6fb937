import { isRoleAllowed, type OperatorRole } from '#core/user/operator-role.ts'
import { canSee, type SectionName, sectionsOf } from '#desk/parts/sections.ts'

type RecordKind = 'review' | 'deposit' | 'withdrawal' | 'currency' | 'complaint' | 'chat' | 'news' | 'text'

/** Screens below a section, with its roles. */
const pages = {
  '/support/answers': { kind: 'canned_answers', section: 'support' },
  '/support/figures': { kind: 'support_figures', section: 'support' },
} as const

/** Screens of one record, by the first part of their path, with the roles that may open them. */
const records: Readonly<
  Record<string, { readonly kind: RecordKind; readonly roles: readonly OperatorRole[] }>
> = {
  identity: { kind: 'review', roles: ['compliance'] },
  deposits: { kind: 'deposit', roles: ['finance'] },
  withdrawals: { kind: 'withdrawal', roles: ['finance'] },
  currencies: { kind: 'currency', roles: ['finance', 'viewer'] },
  support: { kind: 'chat', roles: ['support'] },
  complaints: { kind: 'complaint', roles: ['compliance', 'support'] },
  news: { kind: 'news', roles: ['content', 'viewer'] },
  texts: { kind: 'text', roles: ['content', 'viewer'] },
}

export type Route =
  | { readonly kind: 'section'; readonly name: SectionName }
  | { readonly kind: RecordKind; readonly id: number }
  | { readonly kind: (typeof pages)[keyof typeof pages]['kind'] }
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
  if (isPage(plain) && canSee(role, pages[plain].section)) return { kind: pages[plain].kind }
  const [, list = '', id] = /^\/([a-z]+)\/([1-9]\d{0,14})$/.exec(plain) ?? []
  const record = Object.hasOwn(records, list) ? records[list] : undefined
  if (id === undefined || record === undefined || !isRoleAllowed(role, record.roles)) return nowhere
  return { kind: record.kind, id: Number(id) }
}

function isPage(path: string): path is keyof typeof pages {
  return Object.hasOwn(pages, path)
}
