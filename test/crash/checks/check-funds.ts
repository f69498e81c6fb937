import type { ChargeRecord, DrawRecord, PayoutMethodAnswer } from '#contract/calls/funds.ts'
import type { ApproveProposalAnswer } from '#contract/desk/approvals.ts'
import type { FundsStepAnswer, ProposeAdjustmentAnswer } from '#contract/desk/funds.ts'
import { reasons } from '#contract/envelope.ts'
import type { JournalEntry } from '#server/engine/journal/journal.ts'
import { differences } from '#test/crash/checks/check-journal.ts'
import type {
  DatabaseState,
  MovementRow,
  ProposalRow,
  RequestRow,
  TransferRow,
} from '#test/crash/checks/database-state.ts'
import { type FundsKind, type FundsRecord, successOf } from '#test/crash/load/funds-log.ts'

const onTheWay: readonly string[] = ['locked', 'reviewing', 'approved', 'paying']

/** The rules of docs/funds.md and docs/funds-records.md, repeated, so that the checks do not use the tested code. */
export function checkFunds(
  state: DatabaseState,
  entries: readonly JournalEntry[],
  records: readonly FundsRecord[],
): readonly string[] {
  return [
    ...checkRecords(state, records),
    ...checkDecisions(state, records),
    ...checkMovements(state),
    ...checkProposals(state),
    ...checkAccounts(state),
    ...checkDecidedOnce(entries),
    ...checkMessages(state, entries),
  ]
}

/** Once the sweeps have run: each request is locked or void, and each approved proposal is carried out or has failed. */
export function checkNothingLeft({ funds }: Pick<DatabaseState, 'funds'>): readonly string[] {
  const moved = new Set(funds.movements.map(({ reference }) => reference))
  const left = funds.withdrawals.filter(({ id }) => !moved.has(`withdrawal:${id}`))
  const approved = funds.proposals.filter(({ state }) => state === 'approved')
  return [
    ...left.map(({ id }) => `withdrawal ${id} was never decided`),
    ...approved.map(({ id }) => `proposal ${id} was approved, but never carried out`),
  ]
}

// Records of users: each key has at most one, and each answered one is stored.

function checkRecords({ funds }: DatabaseState, records: readonly FundsRecord[]): readonly string[] {
  const of = (kind: FundsKind) => records.filter((record) => record.kind === kind)
  return [
    ...checkRows('deposit', of('deposit'), funds.deposits, (data: ChargeRecord) => data.id),
    ...checkRows('withdraw', of('withdraw'), funds.withdrawals, (data: DrawRecord) => data.id),
    ...checkRows('bind', of('bind'), funds.methods, (data: PayoutMethodAnswer) => data.id),
  ]
}

function checkRows<Data>(
  kind: FundsKind,
  records: readonly FundsRecord[],
  rows: readonly RequestRow[],
  idOf: (data: Data) => number,
): readonly string[] {
  const byKey = Map.groupBy(rows, ({ key }) => key)
  const sent = new Set(records.map(({ key }) => key))
  const strange = rows.filter(({ key }) => !sent.has(key))
  return [
    ...strange.map(({ id, key }) => `${kind} ${id}: its key ${key} was never sent`),
    ...records.flatMap(({ key = '', by, answers }) => {
      const found = byKey.get(key) ?? []
      const ids = answers.filter(({ code }) => code === 1).map(({ data }) => idOf(data as Data))
      const isStored = ids.every((id) => found.some((row) => row.id === id && row.user_id === by))
      return [
        ...(found.length > 1 ? [`${kind} ${key}: stored ${found.length} times`] : []),
        ...(isStored
          ? []
          : [`${kind} ${key}: answered as ${ids.join()}, stored as ${found.map(({ id }) => id)}`]),
      ]
    }),
  ]
}

// Decisions: what was answered as done is in the movement, or was followed by a later step.

function checkDecisions({ funds }: DatabaseState, records: readonly FundsRecord[]): readonly string[] {
  const movements = new Map(funds.movements.map((row) => [row.reference, row]))
  const proposals = new Map(funds.proposals.map((row) => [row.id, row]))
  return records.flatMap((record) => {
    const problem = problemOf(record, movements, proposals)
    return problem === undefined ? [] : [`${record.kind} ${JSON.stringify(record.input)}: ${problem}`]
  })
}

function problemOf(
  record: FundsRecord,
  movements: ReadonlyMap<string, MovementRow>,
  proposals: ReadonlyMap<number, ProposalRow>,
): string | undefined {
  const { kind, by, input } = record
  const done = successOf<unknown>(record)
  if (done === undefined) return undefined
  const id = Number(input['id'])
  switch (kind) {
    case 'deposit':
    case 'bind':
      return undefined
    case 'withdraw':
      return withdrawnProblem(record, done as DrawRecord, movements)
    case 'cancel':
      return expectState(movements.get(`withdrawal:${id}`), 'cancelled')
    case 'decide':
      return decidedProblem(record, done as FundsStepAnswer, movements.get(`deposit:${id}`), proposals)
    case 'step':
      return stepProblem(record, done as FundsStepAnswer, movements.get(`withdrawal:${id}`), proposals)
    case 'propose': {
      const { proposal_id } = done as ProposeAdjustmentAnswer
      const proposal = proposals.get(proposal_id)
      return proposal?.kind === 'adjustment' && proposal.proposed_by === by ? undefined : 'it is not proposed'
    }
    case 'approve': {
      const { state } = done as ApproveProposalAnswer
      const found = proposals.get(id)
      const states = state === 'done' ? ['done'] : ['approved', 'done', 'failed']
      const isStored = found !== undefined && found.decided_by === by && states.includes(found.state)
      return isStored ? undefined : `answered as ${state}, stored as ${found?.state}`
    }
    case 'reject':
      return proposals.get(id)?.state === 'rejected' ? undefined : 'it is not rejected'
    default:
      return 'of no known kind'
  }
}

/** Only a request that is repeated late may be answered while it is not decided. */
function withdrawnProblem(
  { isRepeated }: FundsRecord,
  { id, status }: DrawRecord,
  movements: ReadonlyMap<string, MovementRow>,
): string | undefined {
  const state = movements.get(`withdrawal:${id}`)?.state
  if (status === 0 && !isRepeated && (state === undefined || state === 'void'))
    return `answered as requested, but ${state ?? 'not decided'}`
  return status === 3 && state !== 'void' && state !== 'returned' ? `refused, but ${state}` : undefined
}

function expectState(movement: MovementRow | undefined, ...states: readonly string[]): string | undefined {
  return movement !== undefined && states.includes(movement.state)
    ? undefined
    : `answered as done, but the state is ${movement?.state}`
}

function isProposed(proposals: ReadonlyMap<number, ProposalRow>, subject: string): boolean {
  return [...proposals.values()].some((proposal) => proposal.subject === subject)
}

function decidedProblem(
  { input, by }: FundsRecord,
  { state }: FundsStepAnswer,
  movement: MovementRow | undefined,
  proposals: ReadonlyMap<number, ProposalRow>,
): string | undefined {
  if (state === 'proposed')
    return isProposed(proposals, `deposit:${input['id']}`) ? undefined : 'it is not proposed'
  if (movement?.state !== input['result']) return expectState(movement, String(input['result']))
  if ((movement?.note ?? undefined) !== input['remark']) return `its remark is ${movement?.note}`
  // Two desks may both have finished it: the result is the same, and one of them is named.
  return movement?.reviewer_id === null && by > 0 ? 'no operator is named' : undefined
}

const operatorOf = { reviewing: 'reviewer_id', approved: 'approver_id', paying: 'payer_id' } as const

function stepProblem(
  { input, by }: FundsRecord,
  { state }: FundsStepAnswer,
  movement: MovementRow | undefined,
  proposals: ReadonlyMap<number, ProposalRow>,
): string | undefined {
  if (state === 'proposed')
    return isProposed(proposals, `withdrawal:${input['id']}`) ? undefined : 'it is not proposed'
  const to = String(input['to'])
  if (to === 'sent' && (movement?.payment !== input['transaction'] || movement?.payer_id !== by))
    return `its payment is ${movement?.payment} by ${movement?.payer_id}`
  if (to === 'returned' && movement?.note !== input['note']) return `its note is ${movement?.note}`
  if (to === 'sent' || to === 'returned') return expectState(movement, to)
  const found = movement?.[operatorOf[to as keyof typeof operatorOf]]
  return found === by ? undefined : `${to} by ${by} was answered as done, but it was done by ${found}`
}

// Money: each movement has exactly the transfers of its state, and no others are there.

function checkMovements({ funds, transfers }: DatabaseState): readonly string[] {
  const wanted = funds.movements.flatMap((movement) =>
    routesOf(movement, funds.proposals).map(
      ([source, destination, amount]) =>
        `${movement.reference} of user ${movement.user_id}: ${amount} from ${source} to ${destination}`,
    ),
  )
  const found = transfers
    .filter(({ book, order_id, type }) => book === 'real' && order_id === null && type !== 'write_off')
    .map(describeTransfer)
  return [...differences('movements and transfers', wanted, found), ...checkAmounts(funds)]
}

type Route = readonly [source: string, destination: string, amount: number]

function routesOf(movement: MovementRow, proposals: readonly ProposalRow[]): readonly Route[] {
  const { reference, amount, state } = movement
  const fee = movement.fee ?? 0
  const lock: Route = ['cash', 'locked', amount]
  if (state === 'credited') return [['deposits', 'cash', amount]]
  if (onTheWay.includes(state)) return [lock]
  if (state === 'returned' || state === 'cancelled') return [lock, ['locked', 'cash', amount]]
  if (state === 'sent') {
    const paid: Route = ['locked', 'withdrawals', amount - fee]
    return fee === 0 ? [lock, paid] : [lock, paid, ['locked', 'fees', fee]]
  }
  if (state !== 'adjusted') return []
  const proposal = proposals.find(({ id }) => reference === `adjustment:${id}`)
  return proposal?.payload['direction'] === 'up'
    ? [['adjustments', 'cash', amount]]
    : [['cash', 'adjustments', amount]]
}

function describeTransfer({ reference, user_id, source, destination, amount }: TransferRow): string {
  return `${reference} of user ${user_id}: ${amount} from ${source} to ${destination}`
}

/** Each movement is of a record, with its user and amount. */
function checkAmounts({
  movements,
  deposits,
  withdrawals,
  proposals,
}: DatabaseState['funds']): readonly string[] {
  const known = new Map<string, string>([
    ...deposits.map(({ id, user_id, credited }) => [`deposit:${id}`, `${user_id} ${credited}`] as const),
    ...withdrawals.map(({ id, user_id, amount }) => [`withdrawal:${id}`, `${user_id} ${amount}`] as const),
    ...proposals
      .filter(({ kind }) => kind === 'adjustment')
      .map(({ id, payload }) => [`adjustment:${id}`, `${payload['userId']} ${payload['micros']}`] as const),
  ])
  return movements
    .filter(({ reference, user_id, amount }) => known.get(reference) !== `${user_id} ${amount}`)
    .map(({ reference }) => `${reference}: its record has ${known.get(reference) ?? 'not been found'}`)
}

// Proposals: what was approved is carried out once, and nothing else is.

function checkProposals({ funds }: DatabaseState): readonly string[] {
  const movements = new Map(funds.movements.map((row) => [row.reference, row]))
  const wantedState: Readonly<Record<string, string>> = {
    adjustment: 'adjusted',
    deposit_credit: 'credited',
    withdrawal_return: 'returned',
  }
  return funds.proposals.flatMap(({ id, kind, subject, state }) => {
    const wanted = wantedState[kind]
    if (wanted === undefined) return []
    const found = movements.get(kind === 'adjustment' ? `adjustment:${id}` : subject)?.state
    if (state === 'done' && found !== wanted) return [`proposal ${id} is done, but ${subject} is ${found}`]
    const isEarly = kind === 'adjustment' && found !== undefined && state !== 'done' && state !== 'approved'
    return isEarly ? [`proposal ${id} is ${state}, but carried out`] : []
  })
}

// Balances.

function checkAccounts({ accounts, orders, funds }: DatabaseState): readonly string[] {
  return accounts
    .filter(({ book }) => book === 'real')
    .flatMap(({ user_id, cash, locked }) => {
      const hasOpen = orders.some((order) => order.user_id === user_id && order.status === 'open')
      const sum = funds.movements
        .filter((movement) => movement.user_id === user_id && onTheWay.includes(movement.state))
        .reduce((total, { amount }) => total + amount, 0)
      return [
        ...(cash < 0 && !hasOpen ? [`user ${user_id}: the balance is ${cash} without an open order`] : []),
        ...(locked === sum ? [] : [`user ${user_id}: ${locked} is locked, the withdrawals add up to ${sum}`]),
      ]
    })
}

// The journal: each reference enters each state once.

function movementsOf(entries: readonly JournalEntry[]) {
  return entries.flatMap(({ command, outcome }) => {
    const movement = outcome.kind === 'decided' ? outcome.effects.movement : null
    return movement === null ? [] : [{ ...movement, userId: command.userId }]
  })
}

function checkDecidedOnce(entries: readonly JournalEntry[]): readonly string[] {
  const steps = movementsOf(entries).map(({ reference, state }) => `${reference} ${state}`)
  return differences('steps in the journal', [...new Set(steps)], steps)
}

// Messages: one for each step that is told, and no others.

const toldAs: Readonly<Record<string, string>> = {
  credited: 'deposit_credited',
  rejected: 'deposit_rejected',
  invalid: 'deposit_invalid',
  locked: 'withdrawal_requested',
  sent: 'withdrawal_sent',
  returned: 'withdrawal_refused',
  cancelled: 'withdrawal_cancelled',
  void: 'withdrawal_void',
  adjusted: 'balance_adjusted',
}

function checkMessages({ funds }: DatabaseState, entries: readonly JournalEntry[]): readonly string[] {
  const wanted = movementsOf(entries).flatMap(({ userId, state, note, payment }) => {
    const kind = toldAs[state]
    // The user got the refusal as the answer to the request.
    if (state === 'void' && reasons.some((reason) => reason === note)) return []
    const words = state === 'void' ? '' : (note ?? payment ?? '')
    return kind === undefined ? [] : [`${kind} to user ${userId} ${words}`.trim()]
  })
  const kinds = new Set(Object.values(toldAs))
  const found = funds.messages
    .filter(({ kind }) => kinds.has(kind))
    .map(({ user_id, kind, parameters }) => {
      const { remark, note, transaction, memo } = parameters
      return `${kind} to user ${user_id} ${remark ?? note ?? transaction ?? memo ?? ''}`.trim()
    })
  return differences('messages', wanted, found)
}
