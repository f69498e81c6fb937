import { micros, rate } from '#core/money/amounts.ts'
import type { CommandRequest } from '#server/engine/engine.ts'
import type { Scenario } from '#test/trading-day/scenario/scenario.ts'

const terms = { currency: 'USDT', decimals: 2, fee: micros(2_345_671), rate: rate(999_000_000) }

type Advance = Omit<Extract<CommandRequest, { readonly kind: 'advance_withdrawal' }>, 'kind' | 'reference'>

/** One withdrawal for each way to go. The last ones stay on their way. */
const ways: readonly (readonly Advance[])[] = [
  [
    { to: 'reviewing', operatorId: 1 },
    { to: 'approved', operatorId: 2 },
    { to: 'paying', operatorId: 3, needsApproval: true },
    { to: 'sent', operatorId: 3, payment: 'tx 0x1' },
  ],
  [
    { to: 'reviewing', operatorId: 1 },
    { to: 'paying', operatorId: 1 },
    { to: 'returned', operatorId: 1, secondOperatorId: 2, note: 'The bank sent it back' },
  ],
  [{ to: 'returned', operatorId: 2, note: 'The name differs' }],
  [{ to: 'cancelled', operatorId: null }],
  [],
  [{ to: 'reviewing', operatorId: 2 }],
]

/** A real user is credited, rejected and adjusted, and withdraws in every way. */
export async function moveMoneyInEveryWay({ day, users }: Scenario): Promise<void> {
  const owner = users.find(({ isDemo }) => !isDemo)
  if (owner === undefined) return
  const ask = async (request: CommandRequest) => void (await day.submit(owner, request))
  const by = { operatorId: 1, approverId: 2 }
  const deposit = { kind: 'deposit', amount: micros(512_345_678_901), ...by } as const
  await ask({ ...deposit, reference: 'deposit:last', result: 'credited' })
  await ask({ ...deposit, reference: 'deposit:rejected', result: 'rejected', note: '5 USD arrived' })
  const adjustment = { kind: 'adjust', amount: micros(1_357_913), ...by, memo: 'Correction' } as const
  for (const direction of ['up', 'down'] as const)
    await ask({ ...adjustment, direction, reference: `adjustment:${direction}` })
  for (const [at, steps] of ways.entries()) {
    const reference = `withdrawal:way ${at}`
    await ask({ kind: 'request_withdrawal', amount: micros(12_468_024), reference, terms })
    for (const step of steps) await ask({ kind: 'advance_withdrawal', reference, ...step })
  }
}
