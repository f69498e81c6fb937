import { type Micros, micros, rate } from '#core/money/amounts.ts'
import type { CommandRequest } from '#server/engine/engine.ts'
import type { MovementRecord } from '#server/engine/engine-store.ts'
import type { MemoryTables } from '#test/trading-day/memory-store.ts'
import type { SeededRandom } from '#test/trading-day/scenario/seeded-random.ts'

/** A user's cash and free margin in micro-dollars, and the tables that requests are generated from. */
export type MoneyContext = {
  readonly tables: MemoryTables
  readonly userId: number
  readonly cash: number
  readonly available: number
}

/** A random deposit, withdrawal, step of a withdrawal, or adjustment. */
export function makeMoneyRequest(context: MoneyContext, random: SeededRandom): CommandRequest {
  const make = random.weighted<(context: MoneyContext, random: SeededRandom) => CommandRequest>([
    [6, deposit],
    [4, requestWithdrawal],
    [8, advanceWithdrawal],
    [0.5, voidWithdrawal],
    [1, adjust],
  ])
  return make(context, random)
}

const operators = [1, 2, 3]

function deposit({ tables }: MoneyContext, random: SeededRandom): CommandRequest {
  const result = random.weighted<'credited' | 'rejected' | 'invalid' | undefined>([
    [4, undefined],
    [6, 'credited'],
    [1, 'rejected'],
    [1, 'invalid'],
  ])
  const hasNote = result === 'rejected' ? random.chance(0.9) : random.chance(0.02)
  const movement = { amount: someAmount(random), reference: newReference('deposit', tables, random) }
  const operatorId = result === undefined ? undefined : random.pick(operators)
  const approverId = random.chance(0.3) ? random.pick(operators) : undefined
  return {
    kind: 'deposit',
    ...movement,
    ...(result === undefined ? {} : { result }),
    ...(operatorId === undefined ? {} : { operatorId }),
    ...(approverId === undefined ? {} : { approverId }),
    ...(approverId !== undefined && approverId === operatorId ? { isWaived: random.chance(0.5) } : {}),
    ...(hasNote ? { note: someText(random) } : {}),
  }
}

/** A share of the balance, or exactly the free margin, after which a margin call is due. */
function requestWithdrawal(context: MoneyContext, random: SeededRandom): CommandRequest {
  const { tables, cash, available } = context
  const share = random.pick([0.1, 0.5, 0.9, 1, 1.1])
  const likely = random.chance(0.4)
    ? available + random.pick([0, 0, 0, 1, -1])
    : Math.max(1, Math.round(Math.abs(cash) * share))
  const amount = random.chance(0.03) ? random.pick([0, -1]) : likely
  return {
    kind: 'request_withdrawal',
    amount: micros(amount),
    reference: newReference('withdrawal', tables, random),
    ...(random.chance(0.7) ? { terms: someTerms(amount, random) } : {}),
  }
}

/** Fees from nothing to more than the amount, in a currency with many or no decimals. */
function someTerms(amount: number, random: SeededRandom) {
  const fee = random.pick([0, 1, 5_000_000, Math.max(0, amount - 1), Math.max(0, amount), amount + 1])
  return {
    currency: random.pick(['USDT', 'BTC', 'JPY']),
    decimals: random.pick([0, 2, 8]),
    fee: micros(Math.max(0, random.chance(0.5) ? Math.floor(amount / 100) : fee)),
    rate: rate(random.pick([1, 15_000, 1_000_000_000, 155_120_000_000])),
  }
}

/** The steps that fit each state, likely ones first. */
const steps = {
  locked: ['reviewing', 'reviewing', 'cancelled', 'returned'],
  reviewing: ['approved', 'paying', 'returned'],
  approved: ['paying', 'returned'],
  paying: ['sent', 'sent', 'returned'],
} as const
const allSteps = ['reviewing', 'approved', 'paying', 'sent', 'returned', 'cancelled'] as const

/** Mostly the next step of an open withdrawal of the user; sometimes of an ended, an unknown or another user's one. */
function advanceWithdrawal({ tables, userId }: MoneyContext, random: SeededRandom): CommandRequest {
  const all = [...tables.movements.values()]
  const own = all.filter((movement) => movement.userId === userId && movement.state in steps)
  const from = own.length > 0 && random.chance(0.9) ? own : all
  const found = from.length > 0 && random.chance(0.95) ? random.pick(from) : undefined
  const to = random.chance(0.85) ? stepAfter(found, random) : random.pick(allSteps)
  const isOwner = to === 'cancelled' ? random.chance(0.9) : random.chance(0.03)
  const payer = random.chance(0.7) ? found?.payerId : undefined
  const needsNote = to === 'returned' ? random.chance(0.9) : random.chance(0.02)
  const needsPayment = to === 'sent' ? random.chance(0.9) : random.chance(0.02)
  return {
    kind: 'advance_withdrawal',
    reference: found?.reference ?? 'withdrawal:none',
    to,
    operatorId: isOwner ? null : (payer ?? random.pick(operators)),
    ...(to === 'returned' && random.chance(0.5) ? { secondOperatorId: random.pick(operators) } : {}),
    ...(random.chance(0.3) ? { needsApproval: random.chance(0.5) } : {}),
    ...(random.chance(0.1) ? { isWaived: random.chance(0.5) } : {}),
    ...(needsNote ? { note: someText(random) } : {}),
    ...(needsPayment ? { payment: `tx ${random.between(1, 1000)}` } : {}),
  }
}

function stepAfter(movement: MovementRecord | undefined, random: SeededRandom) {
  const isOpen = movement !== undefined && movement.state in steps
  return random.pick(isOpen ? steps[movement.state as keyof typeof steps] : allSteps)
}

function voidWithdrawal({ tables }: MoneyContext, random: SeededRandom): CommandRequest {
  const reference = newReference('withdrawal', tables, random)
  return { kind: 'void_withdrawal', amount: someAmount(random), reference, note: someText(random) }
}

function adjust({ tables, available }: MoneyContext, random: SeededRandom): CommandRequest {
  const down = random.pick([1, Math.max(1, Math.floor(available / 10)), available, available + 1])
  const direction = random.pick(['up', 'down'] as const)
  return {
    kind: 'adjust',
    amount: direction === 'up' ? someAmount(random) : micros(down),
    direction,
    reference: newReference('adjustment', tables, random),
    operatorId: random.pick(operators),
    approverId: random.pick(operators),
    ...(random.chance(0.2) ? { isWaived: random.chance(0.5) } : {}),
    memo: someText(random),
  }
}

function someAmount(random: SeededRandom): Micros {
  return micros(
    random.weighted([
      [10, random.between(1_000_000, 20_000_000_000)],
      [1, random.between(1, 100)],
      [0.3, random.between(0, 10 ** 15)],
      [0.2, random.pick([0, -5, 10 ** 15, 10 ** 15 + 1])],
    ]),
  )
}

function someText(random: SeededRandom): string {
  return random.weighted([
    [8, 'The amount differs'],
    [1, '金額不符\nsecond line'],
    [1, 'x'.repeat(500)],
    [0.5, ''],
    [0.5, ' blank '],
    [0.5, 'x'.repeat(501)],
  ])
}

/** Usually a new reference; sometimes one that any user has used before. */
function newReference(kind: string, { movements }: MemoryTables, random: SeededRandom): string {
  const used = [...movements.keys()]
  return used.length > 0 && random.chance(0.05) ? random.pick(used) : `${kind}:${used.length + 1}`
}
