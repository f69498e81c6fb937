import { isOperatorRole } from '#core/user/operator-role.ts'
import type { DeskKey } from '#i18n/desk/en.ts'
import type { Translate } from '#i18n/translator.ts'

/** A detail of an audit entry: a value, or its change from an old to a new one. */
export type Detail = {
  readonly name: string
  readonly value: DetailValue
  /** The new value of a change. `value` is then the old one. */
  readonly becomes?: DetailValue
}

/** Objects and arrays are kept as their JSON text. */
type DetailValue = string | number | boolean | null

/** Parses the JSON details of an entry. Text that is not a JSON object becomes a single detail. */
export function parseDetails(text: string): readonly Detail[] {
  const details = parsed(text)
  if (typeof details !== 'object' || details === null || Array.isArray(details))
    return text === '' ? [] : [{ name: '', value: text }]
  return mergeFromAndTo(Object.entries(details))
}

/** Combines top-level `from` and `to` into one change without a name. */
function mergeFromAndTo(entries: readonly (readonly [string, unknown])[]): readonly Detail[] {
  const { from, to, ...others } = Object.fromEntries(entries)
  const change =
    from !== undefined && to !== undefined
      ? { name: '', value: toDetailValue(from), becomes: toDetailValue(to) }
      : undefined
  const rest = change === undefined ? entries : Object.entries(others)
  return [...(change === undefined ? [] : [change]), ...rest.map(([name, value]) => detailOf(name, value))]
}

function detailOf(name: string, value: unknown): Detail {
  if (typeof value === 'object' && value !== null && 'from' in value && 'to' in value)
    return { name, value: toDetailValue(value.from), becomes: toDetailValue(value.to) }
  return { name, value: toDetailValue(value) }
}

function toDetailValue(value: unknown): DetailValue {
  const isPlain = ['string', 'number', 'boolean'].includes(typeof value) || value === null
  return isPlain ? (value as DetailValue) : JSON.stringify(value)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

type T = Translate<DeskKey>
type NameIn<Prefix extends string> = DeskKey extends infer Key
  ? Key extends `${Prefix}${infer Name}`
    ? Name
    : never
  : never

/** The translated actions. The type ensures that every action in the dictionary is listed. */
const actions: Readonly<Record<NameIn<'audit.action.'>, true>> = {
  calendar_event_added: true,
  calendar_event_changed: true,
  calendar_event_removed: true,
  calendar_imported: true,
  signed_in: true,
  signed_out: true,
  sign_in_failed: true,
  confirmation_failed: true,
  enrolment_started: true,
  enrolled: true,
  password_changed: true,
  recovery_codes_made: true,
  operators_read: true,
  operator_created: true,
  operator_changed: true,
  operator_reset: true,
  proposals_viewed: true,
  proposal_made: true,
  proposal_approved: true,
  proposal_rejected: true,
  proposal_withdrawn: true,
  proposal_done: true,
  proposal_failed: true,
  proposal_lapsed: true,
  freezes_viewed: true,
  freeze_lift_confirmed: true,
  identity_viewed: true,
  identity_picture_viewed: true,
  identity_queue_viewed: true,
  identity_approved: true,
  identity_refused: true,
  audit_read: true,
  setting_changed: true,
  deposits_viewed: true,
  deposit_viewed: true,
  deposit_credited: true,
  deposit_rejected: true,
  deposit_invalid: true,
  deposit_failed: true,
  voucher_viewed: true,
  withdrawals_viewed: true,
  withdrawal_viewed: true,
  withdrawal_reviewing: true,
  withdrawal_approved: true,
  withdrawal_paying: true,
  withdrawal_sent: true,
  withdrawal_returned: true,
  withdrawal_failed: true,
  adjustment_confirmed: true,
  currency_changed: true,
  pay_address_changed: true,
  wire_option_changed: true,
  reconciliation_viewed: true,
  article_created: true,
  article_text_saved: true,
  article_logo_set: true,
  article_published: true,
  article_scheduled: true,
  article_schedule_cancelled: true,
  article_unpublished: true,
  article_restored: true,
  picture_added: true,
  picture_removed: true,
  company_added: true,
  company_changed: true,
  complaints_viewed: true,
  complaint_viewed: true,
  complaint_pack_downloaded: true,
  complaint_answered: true,
}

const subjects: Readonly<Record<NameIn<'audit.subject.'>, true>> = {
  calendar_event: true,
  calendar_source: true,
  operator: true,
  operators: true,
  identity_check: true,
  user: true,
  proposal: true,
  proposals: true,
  frozen_accounts: true,
  lifted_freezes: true,
  audit_page: true,
  setting: true,
  deposit: true,
  deposits: true,
  withdrawal: true,
  withdrawals: true,
  uid: true,
  currency: true,
  pay_address: true,
  wire_option: true,
  reconciliation: true,
  article: true,
  picture: true,
  company: true,
  complaint: true,
  complaints: true,
}

const details: Readonly<Record<NameIn<'audit.detail.'>, true>> = {
  from: true,
  to: true,
  role: true,
  email: true,
  active: true,
  reset: true,
  factor: true,
  new_password: true,
  remark: true,
  user: true,
  uid: true,
  reason: true,
  side: true,
  kind: true,
  subject: true,
  payload: true,
  two_person_rule: true,
  amount: true,
  credit: true,
  memo: true,
  address: true,
  is_on: true,
  currency_id: true,
  language: true,
  revision: true,
  characters: true,
  edition: true,
  asks_consent: true,
  logo: true,
  name: true,
  website: true,
  legal_name: true,
  registered_address: true,
  office_address: true,
  is_visible: true,
  status: true,
  status_reason: true,
  loss_url: true,
}

const values: Readonly<Record<NameIn<'audit.value.'>, true>> = { totp: true, recovery: true }

/** Actions that only a newer server has are shown by name, with spaces instead of underscores. */
export function actionText(action: string, t: T): string {
  return isNamed(actions, action) ? t(`audit.action.${action}`) : plain(action)
}

/** A subject is a kind and an id, such as `identity_check:12`. */
export function subjectText(subject: string, t: T): string {
  const [kind = '', ...rest] = subject.split(':')
  const id = rest.join(':')
  return isNamed(subjects, kind) ? t(`audit.subject.${kind}`, { id }) : [plain(kind), id].join(' ').trim()
}

/** The server sends this detail in place of those that are too long. */
const leftOut = 'left_out'

/** Undefined for a change of the subject itself, and for details that were left out. */
export function detailName(name: string, t: T): string | undefined {
  if (name === '' || name === leftOut) return undefined
  return isNamed(details, name) ? t(`audit.detail.${name}`) : plain(name)
}

export function detailValue(name: string, value: DetailValue, t: T): string {
  if (name === leftOut) return t('audit.left_out')
  if (value === null || value === '') return t('audit.none')
  if (typeof value === 'boolean') return t(value ? 'audit.yes' : 'audit.no')
  if (name === 'role' && typeof value === 'string' && isOperatorRole(value)) return t(`role.${value}`)
  if (name === 'factor' && isNamed(values, String(value)))
    return t(`audit.value.${value as keyof typeof values}`)
  if (name === 'side' && (value === 'front' || value === 'reverse')) return t(`picture.${value}`)
  return String(value)
}

function isNamed<Name extends string>(names: Readonly<Record<Name, true>>, name: string): name is Name {
  return Object.hasOwn(names, name)
}

function plain(name: string): string {
  return name.replaceAll('_', ' ')
}
