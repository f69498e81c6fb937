// Example data for the lists of the operator console.
import type { DeskProposalsAnswer } from '#contract/desk/approvals.ts'
import type { AuditLogAnswer } from '#contract/desk/audit.ts'
import type { DeskFreezesAnswer } from '#contract/desk/freezes.ts'
import type { DeskSettingsAnswer } from '#contract/desk/settings.ts'

type Entry = AuditLogAnswer['data'][number]

const entries: readonly (readonly [string, string, string, object, string])[] = [
  [
    'ben@example.com',
    'identity_refused',
    'identity_check:12',
    { user: 7, remark: 'The document has expired.' },
    '203.0.113.7',
  ],
  ['ben@example.com', 'identity_picture_viewed', 'identity_check:12', { side: 'reverse' }, '203.0.113.7'],
  ['ben@example.com', 'identity_viewed', 'identity_check:12', { user: 7 }, '203.0.113.7'],
  [
    'anna@example.com',
    'operator_changed',
    'operator:3',
    { role: { from: 'viewer', to: 'compliance' } },
    '2001:db8::17',
  ],
  ['anna@example.com', 'setting_changed', 'setting:invite_required', { from: '0', to: '1' }, '2001:db8::17'],
  ['anna@example.com', 'signed_in', 'operator:1', { factor: 'totp' }, '2001:db8::17'],
  ['anna@example.com', 'sign_in_failed', 'operator:1', {}, '198.51.100.23'],
  ['system', 'operator_created', 'operator:1', { email: 'anna@example.com', role: 'owner' }, ''],
  ['cli:root', 'brand_new_deed', 'comet:halley', { tail_km: 7 }, ''],
]

export const exampleAudit: readonly Entry[] = entries.map(([who, action, subject, details, address], at) => ({
  id: 100 - at,
  at: `2026-03-05T10:${String(40 - at * 3).padStart(2, '0')}:09.000Z`,
  who,
  action,
  subject,
  details: JSON.stringify(details),
  address,
}))

export const exampleSettings: DeskSettingsAnswer = [
  { key: 'is_show_mobile', value: '1', default: '1', options: ['0', '1'] },
  { key: 'verify_reg_type', value: '1', default: '1', options: ['1', '2'] },
  { key: 'invite_required', value: '0', default: '0', options: ['0', '1'] },
  { key: 'trade_fee_type', value: '1', default: '1', options: ['1', '2'] },
  { key: 'service_link', value: '', default: '', options: [] },
  { key: 'service_link_type', value: '1', default: '1', options: ['1', '2', '3'] },
  {
    ...{ key: 'payout_method_wait_hours', value: '24', default: '24', options: [] },
    range: { least: 0, most: 168 },
    weakened_by: 'lowering' as const,
  },
  { key: 'brand_new', value: 'x', default: 'y', description: 'A setting of a newer server.', options: [] },
].map((setting) => ({ description: '', proposal: null, ...setting }))

export type ExampleProposal = DeskProposalsAnswer['data'][number]

const openProposal: ExampleProposal = {
  id: 7,
  kind: 'adjustment',
  subject: 'user:17',
  changes: [
    { label: 'amount', old: '', new: '250.00 USD' },
    { label: 'memo', old: '', new: 'Correction of a fee that was taken twice' },
  ],
  note: 'Checked with the bank',
  proposed_by: 'ben@example.com',
  proposed_at: '2026-03-05T09:20:00.000Z',
  lapses_at: '2026-03-12T09:20:00.000Z',
  is_own: 0,
  can_decide: 1,
  state: 'open',
  decided_by: '',
  decided_at: null,
  is_waived: 0,
  remark: '',
  failure: '',
}

/** One of another operator, one's own, and three that are over. */
export const exampleProposals: readonly ExampleProposal[] = [
  openProposal,
  {
    ...openProposal,
    id: 8,
    kind: 'brand_new',
    subject: 'pay_address:3',
    changes: [
      {
        label: 'address',
        old: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
        new: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
      },
    ],
    note: '',
    proposed_by: 'anna@example.com',
    is_own: 1,
  },
  {
    ...openProposal,
    id: 6,
    state: 'failed',
    decided_by: 'cleo@example.com',
    decided_at: '2026-03-04T10:00:00.000Z',
    is_waived: 1,
    failure: 'insufficient_balance',
  },
  {
    ...openProposal,
    id: 5,
    state: 'rejected',
    decided_by: 'cleo@example.com',
    decided_at: '2026-03-04T09:00:00.000Z',
    remark: 'Wrong user',
  },
  {
    ...openProposal,
    id: 4,
    kind: 'setting',
    subject: 'setting:payout_method_wait_hours',
    changes: [{ label: 'payout_method_wait_hours', old: '24', new: '12' }],
    state: 'lapsed',
    proposed_at: '2026-02-20T09:20:00.000Z',
    lapses_at: '2026-02-27T09:20:00.000Z',
  },
]

export type ExampleFreeze = DeskFreezesAnswer['data'][number]

/** Two frozen accounts and a lifted freeze. */
export const exampleFreezes: readonly ExampleFreeze[] = [
  {
    id: 4,
    user_id: 17,
    uid: '30481277',
    is_demo: 0,
    cause: 'not_stored',
    detail:
      'Error: the database refuses to store open_order: BatchRefused: the database refused a batch: 23514 exact_check',
    frozen_at: '2026-03-05T09:20:00.000Z',
    lifted_at: null,
    lifted_by: '',
    reason: '',
  },
  {
    id: 5,
    user_id: 23,
    uid: '88120045',
    is_demo: 1,
    cause: 'quote_failed',
    detail: 'RangeError: 9007199254740993 is not a safe integer',
    frozen_at: '2026-03-05T11:48:00.000Z',
    lifted_at: null,
    lifted_by: '',
    reason: '',
  },
  {
    id: 2,
    user_id: 9,
    uid: '51900362',
    is_demo: 0,
    cause: 'command_failed',
    detail: 'TypeError: Cannot read properties of undefined',
    frozen_at: '2026-03-04T07:02:00.000Z',
    lifted_at: '2026-03-04T08:31:00.000Z',
    lifted_by: 'ben@example.com',
    reason: 'The fault is fixed in the release of today.\nVerified, the balance is right.',
  },
]
