// Cases of tampered batches of format 2: root, salts, leaves and orders before. Each with the finding it must cause.
import { deflateRawSync } from 'node:zlib'
import type { Query } from '#test/verify/history.ts'
import type { Case } from '#test/verify/journal-cases.ts'
import {
  entriesOf,
  type PageParts,
  packPage,
  pageOf,
  rehash,
  rewritePage,
} from '#test/verify/rewrite-journal.ts'

const ofPacked = { kind: 'journal', table: 'journal', column: 'packed' } as const

export const pageCases: readonly Case[] = [
  flipped('packed', 8 * 8 + 5, 'a flipped bit in a salt'),
  flipped('root', 9, 'a flipped bit in a root'),
  [
    'the salt of another batch, rehashed',
    async (query) => {
      await query(
        `update journal set packed = overlay(packed placing '\\x00112233445566778899aabbccddeeff'::bytea from 9 for 16)
         where seq = 40`,
      )
      await rehash(query)
      return { kind: 'journal', seq: 40, column: 'root', alone: true }
    },
  ],
  [
    'another root, rehashed',
    async (query) => {
      await query(`update journal set root = set_bit(root, 9, 1 - get_bit(root, 9)) where seq = 40`)
      await rehash(query)
      return { kind: 'journal', seq: 40, column: 'root', alone: true }
    },
  ],
  [
    'a batch rewritten in format 1, without a root',
    async (query) => {
      const [row] = await query('select packed from journal where seq = 40')
      const packed = deflateRawSync(JSON.stringify(entriesOf(row?.['packed'])))
      await query('update journal set packed = $1, root = null where seq = 40', [packed])
      await rehash(query)
      return { kind: 'journal', seq: 40, column: 'root', alone: true }
    },
  ],
  rewritten('another version in a leaf', { kind: 'invariant', alone: true }, (page) => ({
    ...page,
    accounts: page.accounts.map((account, at) => (at === 0 ? { ...account, version: 99 } : account)),
  })),
  rewritten('other changes in a leaf', { ...ofPacked, alone: true }, (page) => ({
    ...page,
    accounts: page.accounts.map((account, at) => (at === 0 ? { ...account, changes: 99 } : account)),
  })),
  rewritten('leaves in another order', { ...ofPacked, alone: true }, (page) => ({
    ...page,
    accounts: [...page.accounts.slice(1), ...page.accounts.slice(0, 1)],
  })),
  rewritten('the same salt twice', { ...ofPacked, alone: true }, (page) => ({
    ...page,
    accounts: page.accounts.map((account) => ({ ...account, salt: Buffer.alloc(16) })),
  })),
  rewritten('an entry without a leaf', { ...ofPacked, entry: 1, alone: false }, (page) => ({
    ...page,
    accounts: page.accounts.filter(({ userId }) => userId !== firstUser(page)),
  })),
  rewritten('a leaf without an entry', { ...ofPacked, userId: 1e6, alone: false }, (page) => ({
    ...page,
    accounts: [...page.accounts, { userId: 1e6, version: 0, changes: 0, salt: Buffer.alloc(16, 7) }],
  })),
  [
    'a reference to a shared value that does not exist, rehashed',
    async (query) => {
      const [row] = await query('select packed from journal where seq = 40')
      const { accounts, texts } = pageOf(row?.['packed'])
      const packed = packPage({ accounts, entries: texts.entries, shared: [] })
      await query('update journal set packed = $1 where seq = 40', [packed])
      await rehash(query)
      return { ...ofPacked, seq: 40, alone: true }
    },
  ],
  ordersBefore('another order before', { column: 'lots' }, (text) =>
    text.replace(/("ordersBefore":\{"\d+":\{)/, '$1"lots":1,'),
  ),
  ordersBefore('a changed order without the order before', {}, (text) =>
    text.replace(/,"ordersBefore":\{"\d+":\{[^}]*\}\}/, ''),
  ),
  ordersBefore('an order before that is not changed', { row: 999 }, (text) =>
    text.replace('"ordersBefore":{', '"ordersBefore":{"999":{},'),
  ),
]

function flipped(column: 'packed' | 'root', bit: number, name: string): Case {
  return [
    name,
    async (query) => {
      await query(
        `update journal set ${column} = set_bit(${column}, ${bit}, 1 - get_bit(${column}, ${bit})) where seq = 40`,
      )
      return { kind: 'journal', seq: 40, table: 'journal', column: 'hash', alone: false }
    },
  ]
}

/** Rewrites the first batch with several accounts, with the right root and hashes for the new content. */
function rewritten(
  name: string,
  wanted: Awaited<ReturnType<Case[1]>>,
  change: (page: PageParts) => PageParts,
): Case {
  return [
    `${name}, rehashed`,
    async (query) => {
      const seq = await findBatch(query, ({ accounts }) => accounts.length > 1)
      await rewritePage(query, seq, change)
      await rehash(query)
      return { seq, ...wanted }
    },
  ]
}

/** Changes the text of the first entry whose one changed order existed before. */
function ordersBefore(name: string, wanted: object, change: (text: string) => string): Case {
  return [
    `${name}, rehashed`,
    async (query) => {
      const isIt = (text: string) => /,"ordersBefore":\{"\d+":\{[^{}]*"profit":null[^{}]*\}\}\}$/.test(text)
      const seq = await findBatch(
        query,
        ({ texts }) => texts.entries.length === 1 && texts.entries.every(isIt),
      )
      await rewritePage(query, seq, (page) => ({ ...page, entries: page.entries.map(change) }))
      await rehash(query)
      return { kind: 'invariant', seq, entry: 1, table: 'orders', ...wanted, alone: true }
    },
  ]
}

function firstUser({ entries }: PageParts): number {
  const [first = ''] = entries
  return Number(JSON.parse(first).command.userId)
}

async function findBatch(query: Query, isIt: (page: ReturnType<typeof pageOf>) => boolean): Promise<number> {
  for (const { seq, packed } of await query('select seq, packed from journal order by seq'))
    if (isIt(pageOf(packed))) return Number(seq)
  throw new Error('this day has no such batch')
}
