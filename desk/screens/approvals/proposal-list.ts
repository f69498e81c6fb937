import type { DeskProposalsAnswer, DeskProposalsInput } from '#contract/desk/approvals.ts'
import { pageFromQuery } from '#desk/parts/pagination.ts'
import type { DeskKey } from '#i18n/desk/en.ts'
import type { Translate } from '#i18n/translator.ts'

export type ProposalFilter = DeskProposalsInput['state']
export type Proposal = DeskProposalsAnswer['data'][number]

export const proposalFilters = ['open', 'decided'] as const satisfies readonly ProposalFilter[]

export function proposalsFromSearch(search: string): DeskProposalsInput {
  const query = new URLSearchParams(search)
  const state = proposalFilters.find((name) => name === query.get('state')) ?? 'open'
  return { state, page: pageFromQuery(query.get('page')) }
}

/** Leaves default values out of the query. */
export function proposalsPath({ state, page }: DeskProposalsInput): string {
  const query = new URLSearchParams()
  if (state !== 'open') query.set('state', state)
  if (page > 1) query.set('page', String(page))
  return query.size === 0 ? '/approvals' : `/approvals?${query}`
}

type T = Translate<DeskKey>
type NameKey = Extract<DeskKey, `approvals.kind.${string}` | `approvals.field.${string}`>

/** The translated kinds and fields. The type ensures that each one in the dictionary is listed. */
const translatedKeys: Readonly<Record<NameKey, true>> = {
  'approvals.kind.adjustment': true,
  'approvals.kind.deposit_credit': true,
  'approvals.kind.withdrawal_return': true,
  'approvals.kind.currency': true,
  'approvals.kind.pay_address': true,
  'approvals.kind.wire_option': true,
  'approvals.field.uid': true,
  'approvals.field.deposit': true,
  'approvals.field.withdrawal': true,
  'approvals.field.credit': true,
  'approvals.field.note': true,
  'approvals.field.currency': true,
  'approvals.field.is_on': true,
  'approvals.field.bank_name': true,
  'approvals.field.bank_address': true,
  'approvals.field.bank_swift': true,
  'approvals.field.payee_name': true,
  'approvals.field.payee_account': true,
  'approvals.field.bank_remark': true,
  'approvals.field.code': true,
  'approvals.field.protocol': true,
  'approvals.field.kind': true,
  'approvals.field.decimals': true,
  'approvals.field.is_deposit_on': true,
  'approvals.field.deposit_rate': true,
  'approvals.field.least_deposit': true,
  'approvals.field.is_payout_on': true,
  'approvals.field.payout_rate': true,
  'approvals.field.fee_type': true,
  'approvals.field.fee': true,
  'approvals.field.least_payout': true,
  'approvals.field.most_payout': true,
  'approvals.field.amount': true,
  'approvals.field.direction': true,
  'approvals.field.memo': true,
  'approvals.field.address': true,
}

/** A kind that only a newer server has is shown by its name. */
export function kindText(kind: string, t: T): string {
  return nameText(`approvals.kind.${kind}`, kind, t)
}

export function fieldText(label: string, t: T): string {
  return nameText(`approvals.field.${label}`, label, t)
}

export function proposalText({ kind, subject }: Proposal, t: T): string {
  return t('approvals.proposal', { kind: kindText(kind, t), subject: plain(subject).replace(':', ' ') })
}

export function plain(name: string): string {
  return name.replaceAll('_', ' ')
}

function nameText(key: string, name: string, t: T): string {
  return isTranslated(key) ? t(key) : plain(name)
}

function isTranslated(key: string): key is NameKey {
  return Object.hasOwn(translatedKeys, key)
}
