// All settings with type, default and description. A new setting is one more entry here.
import { longestRedirectList, mostRedirects, parseRedirectList } from '#core/company/redirect-list.ts'
import { isWeakening, type WeakeningChange } from '#core/funds/weakening-change.ts'
import { parseEmailAddress } from '#core/user/contact.ts'

export type Parsed<Value> = { readonly value: Value } | { readonly refusal: string }

export type SettingDefinition<Value extends string | number> = {
  readonly default: Value
  /** One sentence for the operator. */
  readonly description: string
  /** Whether the public call `default/setting` may return it. */
  readonly isReadByKey: boolean
  /** Allowed values as text; empty for a number or free text. */
  readonly options: readonly string[]
  /** Bounds of a whole number. */
  readonly range?: { readonly least: number; readonly most: number }
  /** The change that weakens a protection of money: two operators make it. Absent: one operator makes any change. */
  readonly weakenedBy?: WeakeningChange
  /** Parses operator input or a stored value. A refusal says what is accepted. */
  readonly parse: (raw: string) => Parsed<Value>
}

type About = {
  readonly isReadByKey: boolean
  readonly description: string
  readonly weakenedBy?: WeakeningChange
}

/** US dollars. Two people together cannot raise a limit of one operator beyond this. */
const mostAlone = 1_000_000

export const settingDefinitions = {
  is_show_mobile: choice([1, 0], {
    isReadByKey: true,
    description: 'Registration and login with a mobile number: 1 allowed, 0 not allowed.',
  }),
  verify_reg_type: choice([1, 2], {
    isReadByKey: true,
    description: 'Check at registration: 1 a code sent by email or text message, 2 a captcha.',
  }),
  invite_required: choice([0, 1], {
    isReadByKey: true,
    description: 'Invite code at registration: 1 required, 0 optional.',
  }),
  trade_fee_type: choice([1, 2], {
    isReadByKey: false,
    description: 'Fee of new orders: 1 an amount per lot, 2 a share of the margin.',
  }),
  service_link: link({
    isReadByKey: false,
    description: 'Web address of an external support chat; empty for the built-in one.',
  }),
  service_link_type: choice([1, 2, 3], {
    isReadByKey: false,
    description: 'Action of the support button: 1 opens the chat, 2 copies the link, 3 opens the link.',
  }),
  withdraw_needs_identity: choice([1, 0], {
    isReadByKey: false,
    description: 'Verified identity for a withdrawal: 1 required, 0 not required.',
    weakenedBy: 'leaving_default',
  }),
  withdraw_needs_code: choice([1, 0], {
    isReadByKey: false,
    description: 'Code by email or text message for a withdrawal: 1 required, 0 not required.',
    weakenedBy: 'leaving_default',
  }),
  payout_method_wait_hours: integer(
    { least: 0, most: 168, default: 24 },
    {
      isReadByKey: false,
      description: 'Hours before a new payout method can be used, 0 to 168.',
      weakenedBy: 'lowering',
    },
  ),
  withdraw_second_operator_from: integer(
    { least: 0, most: mostAlone, default: 10_000 },
    {
      isReadByKey: false,
      description:
        'US dollars withdrawn by a user, to a destination or paid by an operator alone, within 24 hours from which a second operator must approve.',
      weakenedBy: 'raising',
    },
  ),
  deposit_second_operator_from: integer(
    { least: 0, most: mostAlone, default: 10_000 },
    {
      isReadByKey: false,
      description:
        'US dollars deposited by a user, or credited by an operator, within 24 hours from which a second operator must approve.',
      weakenedBy: 'raising',
    },
  ),
  real_trades_on_simulated_prices: choice(['auto', 'on', 'off'], {
    isReadByKey: false,
    description:
      'Opening of orders by real accounts while prices are simulated: on, off, or auto (on for a loopback HOST).',
    weakenedBy: 'towards_on',
  }),
  complaint_email: emailAddress({
    isReadByKey: false,
    description: 'Email address for complaints, which anyone can read; empty for none.',
  }),
  complaint_days: integer(
    { least: 1, most: 60, default: 10 },
    {
      isReadByKey: false,
      description: 'Days until a new complaint has to be answered, 1 to 60. Deadlines of filed ones stay.',
    },
  ),
  main_company_mode: choice([0, 1], {
    isReadByKey: false,
    description: 'Search on /product: 1 finds providers, which users can choose, 0 finds markets.',
  }),
  loss_url_list: redirectList({
    isReadByKey: false,
    description:
      'Addresses that users of a provider in bad standing may be sent to, separated by spaces. Each allows its host and the paths below it.',
    weakenedBy: 'adding',
  }),
  two_person_rule: choice(['on', 'off'], {
    isReadByKey: false,
    description: 'Approval of sensitive changes by a second operator: on, or off (only on a loopback HOST).',
    weakenedBy: 'leaving_default',
  }),
} as const

export type SettingKey = keyof typeof settingDefinitions
export type SettingValue<Key extends SettingKey> = (typeof settingDefinitions)[Key]['default']

export const settingKeys = Object.keys(settingDefinitions).filter(isSettingKey)

export function isSettingKey(key: string): key is SettingKey {
  return Object.hasOwn(settingDefinitions, key)
}

/** Whether the change weakens a protection of money. Both values are valid texts of the setting. */
export function weakensProtection(key: SettingKey, from: string, to: string): boolean {
  const { weakenedBy, default: usual }: SettingDefinition<string | number> = settingDefinitions[key]
  return isWeakening(weakenedBy, { from, to, usual: String(usual) })
}

/** A value from a fixed list. The first one is the default. */
function choice<const Options extends readonly [string | number, ...(string | number)[]]>(
  options: Options,
  about: About,
): SettingDefinition<Options[number]> {
  const listed = options.map(String).sort()
  const refusal = `it must be ${listed.slice(0, -1).join(', ')} or ${listed.at(-1)}`
  const parse = (raw: string) => {
    const value = options.find((option) => String(option) === raw.trim())
    return value === undefined ? { refusal } : { value }
  }
  return { ...about, default: options[0], options: listed, parse }
}

type IntegerBounds = { readonly least: number; readonly most: number; readonly default: number }

/** A whole number within bounds, without leading zeros. */
function integer(bounds: IntegerBounds, about: About): SettingDefinition<number> {
  const { least, most } = bounds
  const refusal = `it must be a whole number from ${least} to ${most}`
  const parse = (raw: string) => {
    const text = raw.trim()
    const value = Number(text)
    const isValid = /^(0|[1-9]\d{0,14})$/.test(text) && value >= least && value <= most
    return isValid ? { value } : { refusal }
  }
  return { ...about, default: bounds.default, options: [], range: { least, most }, parse }
}

/** Origins and beginnings of paths, separated by spaces. Normalised and sorted. */
function redirectList(about: About): SettingDefinition<string> {
  const refusal = `it must be empty or up to ${mostRedirects} addresses such as https://status.example.com/notice, ${longestRedirectList} characters in all`
  const parse = (raw: string) => {
    const entries = parseRedirectList(raw)
    return entries === undefined ? { refusal } : { value: entries.join(' ') }
  }
  return { ...about, default: '', options: [], parse }
}

const maxLinkLength = 2048

/** A web address or empty. Only http and https without credentials, because the user's browser opens it. */
function link(about: About): SettingDefinition<string> {
  const parse = (raw: string) => {
    const value = raw.trim()
    if (value === '') return { value }
    const url = /^https?:\/\//i.test(value) && value.length <= maxLinkLength ? URL.parse(value) : null
    if (url !== null && url.username === '' && url.password === '') return { value }
    return {
      refusal:
        'it must be empty or a web address without user name, such as https://support.example.com/chat',
    }
  }
  return { ...about, default: '', options: [], parse }
}

/** An email address in lower case, or empty. */
function emailAddress(about: About): SettingDefinition<string> {
  const parse = (raw: string) => {
    const value = raw.trim() === '' ? '' : parseEmailAddress(raw)
    return value === undefined
      ? { refusal: 'it must be empty or an email address such as complaints@example.com' }
      : { value }
  }
  return { ...about, default: '', options: [], parse }
}
