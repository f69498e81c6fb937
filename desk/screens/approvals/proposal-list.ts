import type { DeskProposalsAnswer, DeskProposalsInput } from '#contract/desk/approvals.ts'
import { isTermField } from '#desk/parts/currency-terms.ts'
import { destinationLabel } from '#desk/parts/destination-label.ts'
import { pageFromQuery } from '#desk/parts/pagination.ts'
import { isSetting, settingText, valueText } from '#desk/parts/setting-text.ts'
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
  'approvals.kind.setting': true,
  'approvals.field.currency': true,
  'approvals.field.amount': true,
  'approvals.field.direction': true,
  'approvals.field.memo': true,
  'approvals.field.address': true,
  'approvals.kind.currency': true,
  'approvals.kind.pay_address': true,
  'approvals.kind.wire_option': true,
  'approvals.kind.deposit_credit': true,
  'approvals.kind.withdrawal_return': true,
  'approvals.field.uid': true,
  'approvals.field.deposit': true,
  'approvals.field.withdrawal': true,
  'approvals.field.credit': true,
  'approvals.field.note': true,
  'approvals.field.is_on': true,
}

/** A kind that only a newer server has is shown by its name. */
export function kindText(kind: string, t: T): string {
  return nameText(`approvals.kind.${kind}`, kind, t)
}

/** Settings, terms of currencies and fields of bank accounts have the same names as where they are edited. */
export function fieldText(label: string, t: T): string {
  if (isSetting(label)) return settingText(label, label, t)
  if (isTermField(label)) return t(`currency.field.${label}`)
  const name = destinationLabel(label, t)
  return name === label ? nameText(`approvals.field.${label}`, label, t) : name
}

/** Settings, switches and kinds of fees in words; other values as they are. Empty if there is no value. */
export function changedValueText(label: string, value: string, t: T): string {
  if (isSetting(label)) return valueText(label, value, t)
  if (label.startsWith('is_') && (value === '0' || value === '1'))
    return t(value === '1' ? 'currency.on' : 'currency.off')
  if (label === 'fee_type' && (value === '1' || value === '2')) return t(`currency.fee_type.${value}`)
  return value
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
