// Changes of an evidence pack, and the problem that its check must find.

/** A pack of any shape. */
type Json = ReturnType<typeof JSON.parse>

export type Tampering = readonly [what: string, change: (pack: Json) => void, found: RegExp]

export const tamperings: readonly Tampering[] = [
  [
    'a changed price',
    ({ orders }) => {
      orders[0].openPrice += 1
    },
    /^Order \d+: its openPrice is/,
  ],
  [
    'a changed receipt',
    ({ orders }) => {
      orders[0].placed.quote.ask += 1
    },
    /its placed\.quote\.ask is/,
  ],
  [
    'a changed stop',
    ({ orders }) => {
      orders[0].stopLoss = null
    },
    /its stopLoss is/,
  ],
  [
    'a swapped order',
    ({ orders }) => {
      orders[0].id = 999
    },
    /names order \d+, which is missing/,
  ],
  [
    'an order without an entry',
    ({ orders }) => {
      orders.push({ ...orders[0], id: 999 })
    },
    /^Order 999: no proven/,
  ],
  [
    'a changed transfer',
    ({ ledger }) => {
      ledger[0].amount += 1
    },
    /^Transfer \d+: its amount is/,
  ],
  [
    'a changed balance',
    ({ ledger }) => {
      ledger[0].balances.cashBefore += 1
    },
    /its balances\.cashBefore is/,
  ],
  [
    'a removed transfer',
    ({ ledger }) => {
      ledger.shift()
    },
    /made it, but the ledger does not list it/,
  ],
  [
    'a made-up transfer',
    ({ ledger }) => {
      ledger[0].id = 999
    },
    /^Transfer 999: no proven entry made it/,
  ],
  [
    'a changed deposit',
    ({ deposits }) => {
      deposits[0].credited += 1
    },
    /^Deposit \d+: its amount is/,
  ],
  [
    'a changed state',
    ({ withdrawals }) => {
      withdrawals[0].movement.state = 'sent'
    },
    /its state is locked in the journal, but sent/,
  ],
  [
    'a changed fee',
    ({ withdrawals }) => {
      withdrawals[0].fee += 1
    },
    /^Withdrawal \d+: its fee is/,
  ],
  [
    'a removed decision',
    ({ deposits }) => {
      deposits[0].movement = null
    },
    /the pack has no decision/,
  ],
  [
    'a removed first batch',
    ({ proofs }) => {
      proofs[0].proof.batches.shift()
    },
    /^Batch|no proven|are missing/,
  ],
  [
    'a removed last batch',
    ({ proofs }) => {
      proofs[0].proof.batches.pop()
    },
    /^Batch|does not follow|head/,
  ],
  [
    'a removed middle batch',
    ({ proofs }) => {
      proofs[0].proof.batches.splice(2, 1)
    },
    /are missing|does not follow/,
  ],
  [
    'a removed link',
    ({ proofs }) => {
      proofs[0].proof.links.shift()
    },
    /does not follow|no row/,
  ],
  [
    'a removed proof',
    (changed) => {
      changed.proofs = []
    },
    /no proven entry/,
  ],
  [
    'another user',
    (changed) => {
      changed.userId += 1
    },
    /of another user/,
  ],
  [
    'another head',
    ({ proofs }) => {
      proofs[0].head.hash = '0'.repeat(64)
    },
    /another hash|differs/,
  ],
  [
    'another moment',
    ({ asOf }) => {
      asOf.hash = '0'.repeat(64)
    },
    /another hash/,
  ],
  [
    'an unknown field',
    (changed) => {
      changed.remark = 'trust me'
    },
    /unknown or invalid field/,
  ],
]
