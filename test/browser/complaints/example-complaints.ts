// Complaints of the example user, and the answers to their calls.
import { createHash } from 'node:crypto'
import type { Page, Request } from 'playwright-core'
import type { Complaint, ListedComplaint } from '#contract/calls/complaints.ts'
import { ordersPath } from '#test/browser/account/account-phones.ts'
import type { StubbedCalls } from '#test/browser/account/stub-calls.ts'
import {
  everyDeposit,
  fundsCalls,
  paths as fundsPaths,
  pageOf,
  withdrawal,
} from '#test/browser/funds/example-funds.ts'
import { serverEn } from '#test/browser/words.ts'
import { dealAt, orderOf } from '#test/wire/account-fixtures.ts'

export const paths = {
  email: '/api/default/complaint_email',
  file: '/api/complaint/file',
  list: '/api/complaint/list',
  info: '/api/complaint/info',
  pack: '/api/complaint/pack',
} as const

export const packText = JSON.stringify({ format: 'openlot-evidence', complaint: 'C-2026-000012' })
export const packHash = createHash('sha256').update(packText).digest('hex')

export function complaint(id: number, change: Partial<Complaint> = {}): Complaint {
  return {
    id,
    number: `C-2026-${String(id).padStart(6, '0')}`,
    text: 'My stop loss was filled two points below its price. I ask you to check the quote.',
    state: 'open',
    created_at: '2026-11-10T09:00:00.000Z',
    due_at: '2099-11-20T09:00:00.000Z',
    answered_at: null,
    orders: [12],
    deposits: [],
    withdrawals: [],
    answer: '',
    pack: 'ready',
    pack_sha256: packHash,
    pack_bytes: packText.length,
    ...change,
  }
}

export const answered: Partial<Complaint> = {
  state: 'answered',
  answered_at: '2026-11-14T15:30:00.000Z',
  answer: 'The receipt shows the bid of 14:02:11, which was below your stop.\nWe have enclosed the quotes.',
}

export const everyComplaint: readonly Complaint[] = [
  complaint(14, { pack: 'waiting', pack_sha256: '', pack_bytes: 0 }),
  complaint(13, { due_at: '2026-01-20T09:00:00.000Z', pack: 'failed', pack_sha256: '', pack_bytes: 0 }),
  complaint(12, { ...answered, orders: [12, 15], deposits: [21], withdrawals: [46] }),
]

export const history = [orderOf(12, { Status: 3 }), orderOf(15, { Status: 3 })]

/** Orders, deposits and withdrawals to pick, and complaints. */
export function complaintCalls(complaints: readonly Complaint[] = everyComplaint): StubbedCalls {
  const listed: readonly ListedComplaint[] = complaints
  return {
    ...fundsCalls(),
    [fundsPaths.deposits]: (request: Request) => pageOf(request.url().includes('type=1') ? [] : everyDeposit),
    [fundsPaths.withdrawals]: pageOf([withdrawal(46)]),
    [ordersPath]: (request: Request) => dealAt(1, request.url().includes('status=3') ? history : []),
    [paths.email]: { email: 'complaints@openlot.example' },
    [paths.list]: pageOf(listed),
    [paths.info]: (request: Request) => {
      const id = Number(new URL(request.url()).searchParams.get('id'))
      return (
        complaints.find((candidate) => candidate.id === id) ?? {
          refused: serverEn('reason.not_found'),
          reason: 'not_found',
        }
      )
    },
    [paths.file]: (request: Request) => complaint(15, { text: request.postDataJSON().text }),
  }
}

/** Answers the download with this text, without an envelope. */
export async function stubPack(page: Page, text = packText): Promise<void> {
  await page.route('**/api/complaint/pack?*', (route) =>
    route.fulfill({ contentType: 'application/json', body: text }),
  )
}
