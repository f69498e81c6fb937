import { isOperatorRole } from '#core/user/operator-role.ts'
import { eventFieldName, eventFieldValue, type Words } from '#desk/parts/event-fields.ts'
import { languageName } from '#desk/parts/text-language.ts'
import { actions, details, subjects, textDetails, values } from '#desk/screens/audit/audit-names.ts'
import type { DeskKey } from '#i18n/desk/en.ts'
import { languageFromCode } from '#i18n/languages.ts'
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
export function detailName(name: string, words: Words): string | undefined {
  if (name === '' || name === leftOut) return undefined
  if (isNamed(details, name)) return words.t(`audit.detail.${name}`)
  return eventFieldName(name, words) ?? textDetailName(name, words) ?? plain(name)
}

function textDetailName(name: string, { t }: Words): string | undefined {
  const [, field = '', code = ''] = /^(.+)_([a-z]+)$/.exec(name) ?? []
  const language = languageFromCode(code)
  if (language === undefined || !isNamed(textDetails, field)) return undefined
  return t(`audit.detail_in.${field}`, { language: languageName(language) })
}

export function detailValue(name: string, value: DetailValue, words: Words): string {
  const { t } = words
  if (name === leftOut) return t('audit.left_out')
  if (value === null || value === '') return t('audit.none')
  if (typeof value === 'boolean') return t(value ? 'audit.yes' : 'audit.no')
  if (name === 'role' && typeof value === 'string' && isOperatorRole(value)) return t(`role.${value}`)
  if (name === 'factor' && isNamed(values, String(value)))
    return t(`audit.value.${value as keyof typeof values}`)
  if (name === 'side' && (value === 'front' || value === 'reverse')) return t(`picture.${value}`)
  return eventFieldValue(name, String(value), words)
}

function isNamed<Name extends string>(names: Readonly<Record<Name, true>>, name: string): name is Name {
  return Object.hasOwn(names, name)
}

function plain(name: string): string {
  return name.replaceAll('_', ' ')
}
