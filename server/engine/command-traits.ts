// What the engine must know about each kind of command. A new kind does not compile without its row.
import type { Command } from '#core/decision/command.ts'

export type CommandTraits = {
  /** May add risk, so it waits until all other commands are decided. */
  readonly mayAddRisk: boolean
  /** Its typed input can be corrected and sent again under the same key, so a refusal of that input is not stored. */
  readonly isTicket: boolean
  readonly worksWhenFrozen: boolean
  /** Its decision depends on the prices of all orders of the account. */
  readonly needsPrices: boolean
}

const usual = { mayAddRisk: false, isTicket: false, worksWhenFrozen: false, needsPrices: true }
const aboutAccount = { ...usual, worksWhenFrozen: true, needsPrices: false }

export const commandTraits: Readonly<Record<Command['kind'], CommandTraits>> = {
  open_account: usual,
  open_order: { ...usual, mayAddRisk: true, isTicket: true },
  close_order: usual,
  close_many: usual,
  reverse_order: { ...usual, mayAddRisk: true },
  amend_order: { ...usual, mayAddRisk: true, isTicket: true },
  cancel_order: usual,
  set_stops: usual,
  // Adds no risk: a key that is burned early stops a late command.
  burn_key: aboutAccount,
  reset_demo: usual,
  deposit: usual,
  request_withdrawal: usual,
  void_withdrawal: { ...usual, needsPrices: false },
  advance_withdrawal: { ...usual, needsPrices: false },
  finish_withdrawal: usual,
  adjust: usual,
  freeze_account: aboutAccount,
  lift_freeze: aboutAccount,
  judge_tick: usual,
}
