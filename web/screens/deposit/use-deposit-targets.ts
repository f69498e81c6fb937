import { useState } from 'react'
import type { ChargeMethod, WireCurrency, WireOption } from '#contract/calls/funds.ts'
import { readChargeMethods, readWireCurrencies, readWireOptions } from '#web/calls/funds.ts'
import { useDictionary } from '#web/parts/app-parts.tsx'
import { useServerQuery } from '#web/parts/server-query.ts'
import {
  currentCoin,
  type DepositKind,
  type DepositTarget,
  shownOption,
  splitEarlier,
  wireTarget,
} from '#web/screens/deposit/deposit-state.ts'

type Choice = { readonly value: string; readonly label: string }

export type DepositTargets = {
  readonly status: 'loading' | 'failed' | 'none' | 'ready'
  readonly target: DepositTarget | undefined
  /** Whether there are ways to pay in that were offered before, and are not now. */
  readonly hasEarlier: boolean
  /** Currencies with their network, or currencies of wires. */
  readonly currencies: {
    readonly items: readonly Choice[]
    readonly value: string
    readonly choose: (value: string) => void
  }
  /** Bank accounts of the chosen currency. Empty for coins. */
  readonly banks: {
    readonly items: readonly Choice[]
    readonly value: string
    readonly choose: (value: string) => void
  }
  /** Reads everything again. Resolves with the current terms of a target. Undefined if it is gone. */
  readonly reread: (target: DepositTarget) => Promise<DepositTarget | undefined>
  readonly refresh: () => Promise<void>
}

/**
 * The ways to pay in of one kind, and the chosen one. The first is chosen until the user chooses. `isEarlier` gives
 * those that were offered before instead.
 */
export function useDepositTargets(kind: DepositKind, isEarlier: boolean): DepositTargets {
  const coins = useCoins(kind === 'coin', isEarlier)
  const wires = useWires(kind !== 'coin', isEarlier)
  return kind === 'coin' ? coins : wires
}

function useCoins(isEnabled: boolean, isEarlier: boolean): DepositTargets {
  const t = useDictionary('funds')
  const [chosen, choose] = useState<string>()
  const query = useServerQuery({
    key: ['charge_info'],
    read: (call, signal) => readChargeMethods(call, signal),
    isEnabled,
  })
  const { offered, earlier } = splitEarlier(query.data ?? [])
  const current = useShownOption(query.data === undefined ? undefined : offered, chosen)
  const { option: method, isGone } = isEarlier ? chosenEarlier(earlier, chosen) : current
  const methods = isEarlier ? earlier : offered
  const item = ({ id, currency_code, protocol_code, address }: ChargeMethod) => ({
    value: String(id),
    label: [currency_code, protocol_code, isEarlier ? shortened(address) : '']
      .filter((text) => text !== '')
      .join(' · '),
  })
  const gone = isGone && method !== undefined ? [item(method)] : []
  return {
    status: statusOf([query], methods.length + gone.length),
    target: method === undefined ? undefined : currentCoin(method, query.data ?? []),
    hasEarlier: earlier.length > 0,
    currencies: {
      items: [
        ...methods.map(item),
        ...gone.map(({ value, label }) => ({ value, label: t('deposit.gone.item', { name: label }) })),
      ],
      value: String(method?.id ?? ''),
      choose,
    },
    banks: noBanks,
    async reread({ id }) {
      const { data } = await query.refetch()
      return data === undefined || method?.id !== id ? undefined : currentCoin(method, data)
    },
    refresh: async () => void (await query.refetch()),
  }
}

function chosenEarlier<Option extends { readonly id: number }>(
  earlier: readonly Option[],
  chosen: string | undefined,
) {
  return { option: earlier.find(({ id }) => String(id) === chosen) ?? earlier[0], isGone: false }
}

/** Enough of an address or account number to tell it from others. */
function shortened(text: string): string {
  return text.length <= 12 ? text : `${text.slice(0, 6)}…${text.slice(-4)}`
}

const noBanks = { items: [], value: '', choose: () => undefined }

function useWires(isEnabled: boolean, isEarlier: boolean): DepositTargets {
  const t = useDictionary('funds')
  const [chosenCode, setCode] = useState<string>()
  const [chosenBank, chooseBank] = useState<string>()
  const query = useServerQuery({
    key: ['charge_symbols'],
    read: (call, signal) => readWireCurrencies(call, signal),
    isEnabled,
  })
  const all = splitEarlier(query.data ?? [])
  const currencies = isEarlier ? all.earlier : all.offered
  const currency = currencies.find(({ code }) => code === chosenCode) ?? currencies[0]
  const options = useServerQuery({
    key: ['wire_info', currency?.code ?? ''],
    read: (call, signal) => readWireOptions(call, currency?.code ?? '', signal),
    isEnabled: isEnabled && currency !== undefined,
  })
  const { offered, earlier } = splitEarlier(options.data ?? [])
  const current = useShownOption(
    options.data === undefined || isEarlier ? undefined : offered,
    chosenBank,
    currency?.code,
  )
  const { option: bank, isGone } = isEarlier ? chosenEarlier(earlier, chosenBank) : current
  const listed = isEarlier ? earlier : offered
  const banks = isGone && bank !== undefined ? [...listed, bank] : listed
  const status = statusOf(currency === undefined ? [query] : [query, options], currencies.length)
  const targetOf = (terms: WireCurrency, shown: WireOption, now: readonly WireOption[]): DepositTarget => ({
    ...wireTarget(terms, shown),
    ...(now.some(({ id, is_off }) => id === shown.id && is_off !== 1) ? {} : { isGone: true }),
  })
  const nameOf = ({ id, bank_name, payee_account }: WireOption) => {
    if (isEarlier) return `${bank_name} · ${shortened(payee_account)}`
    return isGone && id === bank?.id ? t('deposit.gone.item', { name: bank_name }) : bank_name
  }
  return {
    status: status === 'ready' && banks.length === 0 && currencies.length <= 1 ? 'none' : status,
    target: currency === undefined || bank === undefined ? undefined : targetOf(currency, bank, listed),
    hasEarlier: all.earlier.length > 0,
    currencies: {
      items: currencies.map(({ code }) => ({ value: code, label: code })),
      value: currency?.code ?? '',
      choose: setCode,
    },
    banks: {
      items: banks.map((one) => ({ value: String(one.id), label: nameOf(one) })),
      value: String(bank?.id ?? ''),
      choose: chooseBank,
    },
    async reread({ id, currency: code }) {
      const [terms, read] = await Promise.all([query.refetch(), options.refetch()])
      const now = terms.data?.find((one) => one.code === code)
      if (now === undefined || read.data === undefined || bank?.id !== id) return undefined
      return targetOf(now, bank, read.data)
    },
    async refresh() {
      await Promise.all([query.refetch(), ...(currency === undefined ? [] : [options.refetch()])])
    },
  }
}

/** Undefined before the options are read. The scope is what they belong to. */
function useShownOption<Option extends { readonly id: number }>(
  options: readonly Option[] | undefined,
  chosen: string | undefined,
  scope = '',
) {
  const [seen, setSeen] = useState<{ readonly scope: string; readonly option: Option }>()
  const last = seen?.scope === scope ? seen.option : undefined
  if (options === undefined) return { option: undefined, isGone: false }
  const shown = shownOption(options, chosen, last)
  if (shown.option !== undefined && shown.option !== last) setSeen({ scope, option: shown.option })
  return shown
}

type Read = { readonly data: unknown; readonly isError: boolean }

function statusOf(reads: readonly Read[], count: number): DepositTargets['status'] {
  if (reads.some(({ data, isError }) => isError && data === undefined)) return 'failed'
  if (reads.some(({ data }) => data === undefined)) return 'loading'
  return count === 0 ? 'none' : 'ready'
}
