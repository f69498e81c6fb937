import { useState } from 'react'
import type { WireOption } from '#contract/calls/funds.ts'
import { readChargeMethods, readWireCurrencies, readWireOptions } from '#web/calls/funds.ts'
import { useServerQuery } from '#web/parts/server-query.ts'
import {
  coinTarget,
  type DepositKind,
  type DepositTarget,
  wireTarget,
} from '#web/screens/deposit/deposit-state.ts'

type Choice = { readonly value: string; readonly label: string }

export type DepositTargets = {
  readonly status: 'loading' | 'failed' | 'none' | 'ready'
  readonly target: DepositTarget | undefined
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

/** The ways to pay in of one kind, and the chosen one. The first is chosen until the user chooses. */
export function useDepositTargets(kind: DepositKind): DepositTargets {
  const coins = useCoins(kind === 'coin')
  const wires = useWires(kind !== 'coin')
  return kind === 'coin' ? coins : wires
}

function useCoins(isEnabled: boolean): DepositTargets {
  const [chosen, choose] = useState<string>()
  const query = useServerQuery({
    key: ['charge_info'],
    read: (call, signal) => readChargeMethods(call, signal),
    isEnabled,
  })
  const methods = query.data ?? []
  const method = methods.find(({ id }) => String(id) === chosen) ?? methods[0]
  return {
    status: statusOf([query], methods.length),
    target: method === undefined ? undefined : coinTarget(method),
    currencies: {
      items: methods.map(({ id, currency_code, protocol_code }) => ({
        value: String(id),
        label: protocol_code === '' ? currency_code : `${currency_code} · ${protocol_code}`,
      })),
      value: String(method?.id ?? ''),
      choose,
    },
    banks: noBanks,
    async reread({ id }) {
      const { data } = await query.refetch()
      const now = data?.find((one) => one.id === id)
      return now === undefined ? undefined : coinTarget(now)
    },
    refresh: async () => void (await query.refetch()),
  }
}

const noBanks = { items: [], value: '', choose: () => undefined }

function useWires(isEnabled: boolean): DepositTargets {
  const [chosenCode, setCode] = useState<string>()
  const [chosenBank, chooseBank] = useState<string>()
  const query = useServerQuery({
    key: ['charge_symbols'],
    read: (call, signal) => readWireCurrencies(call, signal),
    isEnabled,
  })
  const currencies = query.data ?? []
  const currency = currencies.find(({ code }) => code === chosenCode) ?? currencies[0]
  const options = useServerQuery({
    key: ['wire_info', currency?.code ?? ''],
    read: (call, signal) => readWireOptions(call, currency?.code ?? '', signal),
    isEnabled: isEnabled && currency !== undefined,
  })
  const banks: readonly WireOption[] = options.data ?? []
  const bank = banks.find(({ id }) => String(id) === chosenBank) ?? banks[0]
  const status = statusOf(currency === undefined ? [query] : [query, options], currencies.length)
  return {
    status: status === 'ready' && banks.length === 0 && currencies.length <= 1 ? 'none' : status,
    target: currency === undefined || bank === undefined ? undefined : wireTarget(currency, bank),
    currencies: {
      items: currencies.map(({ code }) => ({ value: code, label: code })),
      value: currency?.code ?? '',
      choose: setCode,
    },
    banks: {
      items: banks.map(({ id, bank_name }) => ({ value: String(id), label: bank_name })),
      value: String(bank?.id ?? ''),
      choose: chooseBank,
    },
    async reread({ id, currency: code }) {
      const [all, read] = await Promise.all([query.refetch(), options.refetch()])
      const now = all.data?.find((one) => one.code === code)
      const option = read.data?.find((one) => one.id === id)
      return now === undefined || option === undefined ? undefined : wireTarget(now, option)
    },
    async refresh() {
      await Promise.all([query.refetch(), ...(currency === undefined ? [] : [options.refetch()])])
    },
  }
}

type Read = { readonly data: unknown; readonly isError: boolean }

function statusOf(reads: readonly Read[], count: number): DepositTargets['status'] {
  if (reads.some(({ data, isError }) => isError && data === undefined)) return 'failed'
  if (reads.some(({ data }) => data === undefined)) return 'loading'
  return count === 0 ? 'none' : 'ready'
}
