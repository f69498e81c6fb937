import type { AddAlertInput } from '#contract/calls/alerts.ts'
import { type AlertCondition, alertLimits } from '#core/alert/alert.ts'
import { formatPrice, type Price } from '#core/money/amounts.ts'
import { formatDecimal, parseDecimal } from '#core/money/decimal.ts'
import { parsePriceInput } from '#core/order/decimal-input.ts'
import { type ChangeLevels, changeLevels, percentDecimals } from '#web/parts/alerts/alert-levels.ts'

/** A price alert as typed. Price and percentage are exact decimals; one of them is not used. */
export type AlertForm = {
  readonly condition: AlertCondition
  /** Whether the user has chosen the condition. Until then it follows the price. */
  readonly isChosen: boolean
  readonly price: string
  readonly percent: string
  readonly repeats: boolean
}

/** The market to which the form belongs, at its newest price. */
export type AlertBasis = { readonly precision: number; readonly bid: Price | undefined }

export const emptyAlertForm: AlertForm = {
  condition: 'above',
  isChosen: false,
  price: '',
  percent: '',
  repeats: false,
}

export function typePrice(form: AlertForm, text: string, { precision, bid }: AlertBasis): AlertForm {
  const typed = { ...form, price: text }
  const level = parsePriceInput(text, precision)
  if (form.isChosen || level === undefined || bid === undefined) return typed
  return { ...typed, condition: level < bid ? 'below' : 'above' }
}

export function chooseCondition(form: AlertForm, condition: AlertCondition): AlertForm {
  return { ...form, condition, isChosen: true }
}

type AlertInput = Omit<AddAlertInput, 'forex_id'>

export type AlertSummary = {
  /** Undefined while the value is invalid. */
  readonly input: AlertInput | undefined
  readonly fault: 'price' | 'percent' | undefined
  /** The condition is true at the current bid. */
  readonly isReached: boolean
  /** The level of above and below. Exact decimal. */
  readonly level: string | undefined
  /** Where a change would be reached from the current bid. */
  readonly change: ChangeTexts | undefined
}

type ChangeTexts = { readonly down: string | undefined; readonly up: string }

const nothing = { input: undefined, fault: undefined, isReached: false, level: undefined, change: undefined }

export function alertSummary(form: AlertForm, basis: AlertBasis): AlertSummary {
  const repeats = form.repeats ? 1 : 0
  if (form.condition === 'change') return changeSummary(form.percent, repeats, basis)
  const { condition } = form
  const level = parsePriceInput(form.price, basis.precision)
  if (level === undefined) return { ...nothing, fault: 'price' }
  const text = formatPrice(level, basis.precision)
  return {
    ...nothing,
    input: { condition, price: text, repeats },
    isReached: isReached(condition, level, basis.bid),
    level: text,
  }
}

function changeSummary(text: string, repeats: 0 | 1, { precision, bid }: AlertBasis): AlertSummary {
  const read = parseDecimal(text, percentDecimals)
  if (!read.ok || read.amount < alertLimits.leastChange || read.amount > alertLimits.mostChange)
    return { ...nothing, fault: 'percent' }
  const percent = formatDecimal(read.amount, percentDecimals)
  return {
    ...nothing,
    input: { condition: 'change', percent, repeats },
    change: bid === undefined ? undefined : changeTexts(changeLevels(bid, read.amount), precision),
  }
}

function changeTexts({ down, up }: ChangeLevels, precision: number): ChangeTexts {
  return {
    down: down === undefined ? undefined : formatPrice(down, precision),
    up: formatPrice(up, precision),
  }
}

function isReached(condition: 'above' | 'below', level: Price, bid: Price | undefined): boolean {
  if (bid === undefined) return false
  return condition === 'above' ? bid >= level : bid <= level
}
