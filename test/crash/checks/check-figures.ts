import type { AnswerOf } from '#contract/call.ts'
import { type FundsFields, getBalance } from '#contract/calls/account.ts'
import { myDeal } from '#contract/calls/trading.ts'
import { formatDecimal } from '#core/money/decimal.ts'
import type { DatabaseState, OrderRow } from '#test/crash/checks/database-state.ts'
import type { CallClient } from '#test/crash/load/call-client.ts'
import type { Machine } from '#test/crash/machines/machine.ts'

type ApiUser = { readonly userId: number; readonly token: string }

/** A triggered order may change the database during a read, but only a few times: prices no longer move. */
const maxTries = 50

/** Checks that the balances and order counts of the API agree with the database for every account. */
export async function checkFigures(
  client: CallClient,
  machine: Pick<Machine, 'address' | 'readDatabaseState'>,
  users: readonly ApiUser[],
): Promise<readonly string[]> {
  for (let tries = 0; tries < maxTries; tries += 1) {
    const before = await machine.readDatabaseState()
    const answered = await Promise.all(users.map((user) => figuresOf(client, machine.address(), user)))
    const { lease } = await machine.readDatabaseState()
    if (lease.last_seq !== before.lease.last_seq) continue
    return users.flatMap(({ userId }, at) => {
      const written = JSON.stringify(writtenOf(before, userId))
      const api = JSON.stringify(answered[at])
      return api === written ? [] : [`user ${userId}: the API says ${api}, the database ${written}`]
    })
  }
  return [`the database kept changing during ${maxTries} readings`]
}

type Figures = {
  readonly balance: string
  readonly locked: string
  readonly usedMargin: string
  /** Numbers of open, pending and ended orders. */
  readonly counts: readonly number[]
}

async function figuresOf(
  client: CallClient,
  address: string,
  { token }: ApiUser,
): Promise<Figures | undefined> {
  const read = async (path: string) => (await client.call(address, { path, token }))?.data
  const funds = (await read(getBalance.path)) as FundsFields | undefined
  const tabs = [1, 0, 3].map((status) => read(`${myDeal.path}?status=${status}`))
  const pages = (await Promise.all(tabs)) as (AnswerOf<typeof myDeal> | undefined)[]
  if (funds === undefined) return undefined
  return {
    balance: funds.balance,
    locked: funds.lock_balance,
    usedMargin: funds.used_margin,
    counts: pages.map((page) => page?.total ?? -1),
  }
}

function writtenOf({ accounts, orders }: DatabaseState, userId: number): Figures | undefined {
  const account = accounts.find(({ user_id }) => user_id === userId)
  if (account === undefined) return undefined
  const own = orders.filter(({ user_id }) => user_id === userId)
  const having = (...states: readonly OrderRow['status'][]) =>
    own.filter(({ status }) => states.includes(status))
  const usedMargin = having('open').reduce((sum, { margin }) => sum + margin, 0)
  return {
    balance: formatDecimal(account.cash, 6),
    locked: formatDecimal(account.locked, 6),
    usedMargin: formatDecimal(usedMargin, 6),
    counts: [having('open').length, having('pending').length, having('closed', 'cancelled').length],
  }
}
