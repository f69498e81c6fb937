import type { DeskKey } from '#i18n/desk/en.ts'
import type { Translate } from '#i18n/translator.ts'

type T = Translate<DeskKey>
type SettingKey = Extract<DeskKey, `setting.${string}`>

/** The translated settings and options. The type ensures that each one in the dictionary is listed. */
const translatedKeys: Readonly<Record<SettingKey, true>> = {
  'setting.is_show_mobile': true,
  'setting.is_show_mobile.0': true,
  'setting.is_show_mobile.1': true,
  'setting.verify_reg_type': true,
  'setting.verify_reg_type.1': true,
  'setting.verify_reg_type.2': true,
  'setting.invite_required': true,
  'setting.invite_required.0': true,
  'setting.invite_required.1': true,
  'setting.trade_fee_type': true,
  'setting.trade_fee_type.1': true,
  'setting.trade_fee_type.2': true,
  'setting.service_link': true,
  'setting.service_link_type': true,
  'setting.service_link_type.1': true,
  'setting.service_link_type.2': true,
  'setting.service_link_type.3': true,
  'setting.withdraw_needs_identity': true,
  'setting.withdraw_needs_identity.0': true,
  'setting.withdraw_needs_identity.1': true,
  'setting.withdraw_needs_code': true,
  'setting.withdraw_needs_code.0': true,
  'setting.withdraw_needs_code.1': true,
  'setting.payout_method_wait_hours': true,
  'setting.withdraw_second_operator_from': true,
  'setting.deposit_second_operator_from': true,
  'setting.real_trades_on_simulated_prices': true,
  'setting.real_trades_on_simulated_prices.auto': true,
  'setting.real_trades_on_simulated_prices.on': true,
  'setting.real_trades_on_simulated_prices.off': true,
  'setting.complaint_email': true,
  'setting.complaint_days': true,
  'setting.main_company_mode': true,
  'setting.main_company_mode.0': true,
  'setting.main_company_mode.1': true,
  'setting.loss_url_list': true,
  'setting.two_person_rule': true,
  'setting.two_person_rule.on': true,
  'setting.two_person_rule.off': true,
}

/** Description of a setting. For an untranslated setting, the server's description. */
export function settingText(key: string, description: string, t: T): string {
  const name = `setting.${key}`
  return isTranslated(name) ? t(name) : description
}

export function isSetting(key: string): boolean {
  return isTranslated(`setting.${key}`) && !key.includes('.')
}

/** Label of a value. An untranslated value is shown as it is. */
export function valueText(key: string, value: string, t: T): string {
  const name = `setting.${key}.${value}`
  if (isTranslated(name)) return t(name)
  return value === '' ? t('settings.nothing') : value
}

/** Whether the text is a whole number within the bounds, as the server reads it. */
export function isWithin(
  text: string,
  { least, most }: { readonly least: number; readonly most: number },
): boolean {
  return /^(0|[1-9]\d{0,14})$/.test(text) && Number(text) >= least && Number(text) <= most
}

function isTranslated(name: string): name is SettingKey {
  return Object.hasOwn(translatedKeys, name)
}
