import type { AnswerOf } from '#contract/call.ts'
import { type FundsFields, getBalance } from '#contract/calls/account.ts'
import { myDeal } from '#contract/calls/trading.ts'
import { formatDecimal } from '#core/money/decimal.ts'
import type { Facts, OrderRow } from '#test/crash/checks/database-state.ts'
import type { CallClient } from '#test/crash/load/call-client.ts'
import type { Machine } from '#test/crash/machines/machine.ts'

type Person = { readonly userId: number; readonly token: string }

/** What a price triggers may come in between, but not for ever: nothing moves any more. */
const mostTries = 50

/** What the calls say of every account is what is in the database. */
export async function judgeFigures(
  client: CallClient,
  machine: Pick<Machine, 'address' | 'readFacts'>,
  people: readonly Person[],
): Promise<readonly string[]> {
  for (let tries = 0; tries < mostTries; tries += 1) {
    const before = await machine.readFacts()
    const told = await Promise.all(people.map((person) => figuresOf(client, machine.address(), person)))
    const { lease } = await machine.readFacts()
    if (lease.last_seq !== before.lease.last_seq) continue
    return people.flatMap(({ userId }, at) => {
      const written = JSON.stringify(writtenOf(before, userId))
      const said = JSON.stringify(told[at])
      return said === written ? [] : [`user ${userId}: the calls say ${said}, the database ${written}`]
    })
  }
  return [`the database did not come to rest within ${mostTries} readings`]
}

type Figures = {
  readonly balance: string
  readonly locked: string
  readonly usedMargin: string
  /** How many are open, pending and over. */
  readonly counts: readonly number[]
}

async function figuresOf(
  client: CallClient,
  address: string,
  { token }: Person,
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

function writtenOf({ accounts, orders }: Facts, userId: number): Figures | undefined {
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
