import type { ReconciliationAnswer } from '#contract/desk/funds.ts'
import type { DeskKey } from '#i18n/desk/en.ts'
import type { Translate } from '#i18n/translator.ts'

type KindKey = Extract<DeskKey, `reconciliation.kind.${string}`>

/** The type ensures that each kind in the dictionary is listed. */
const translatedKeys: Readonly<Record<KindKey, true>> = {
  'reconciliation.kind.deposits_credited': true,
  'reconciliation.kind.withdrawals_locked': true,
  'reconciliation.kind.withdrawals_sent': true,
  'reconciliation.kind.withdrawals_returned': true,
  'reconciliation.kind.withdrawal_fees': true,
  'reconciliation.kind.adjustments': true,
  'reconciliation.kind.adjustments_net': true,
  'reconciliation.kind.real_book': true,
  'reconciliation.kind.movement_transfers': true,
  'reconciliation.kind.transfers_without_movement': true,
  'reconciliation.kind.deposit_amount': true,
  'reconciliation.kind.withdrawal_amount': true,
  'reconciliation.kind.adjustment_amount': true,
  'reconciliation.kind.adjustment_operators': true,
  'reconciliation.kind.adjustment_memo': true,
  'reconciliation.kind.movement_without_record': true,
  'reconciliation.kind.withdrawal_undecided': true,
  'reconciliation.kind.locked_balance': true,
}

/** Name of what is compared. A kind that only a newer server has is shown by name. */
export function kindText(kind: string, t: Translate<DeskKey>): string {
  const key = `reconciliation.kind.${kind}`
  return isTranslated(key) ? t(key) : kind
}

function isTranslated(key: string): key is KindKey {
  return Object.hasOwn(translatedKeys, key)
}

export type ReconciledRow = ReconciliationAnswer['rows'][number]

export function isDifferent({ difference }: ReconciledRow): boolean {
  return !/^-?0*(\.0*)?$/.test(difference)
}

/** Rows with a difference come first. */
export function differencesFirst(rows: readonly ReconciledRow[]): readonly ReconciledRow[] {
  return [...rows.filter(isDifferent), ...rows.filter((row) => !isDifferent(row))]
}

/** Path of the record that a reference such as `deposit:12` names. */
export function recordPath(reference: string): string | undefined {
  const [, kind, id] = /^(deposit|withdrawal):([1-9]\d{0,14})$/.exec(reference) ?? []
  return kind === undefined ? undefined : `/${kind}s/${id}`
}
