import type { ProvidersMessages } from '#i18n/web/providers/en.ts'

export const messages: ProvidersMessages = {
  'providers.field': '以名稱搜尋服務商',
  'providers.results': '服務商',
  'providers.count': '{count, plural, =0 {找不到服務商} other {找到 # 個服務商}}',
  'providers.none': '找不到服務商',
  'providers.none_text': '沒有符合「{text}」的結果。',
  'providers.none_yet': '暫無服務商',
  'providers.failed': '搜尋失敗',
  'providers.more': '只顯示首 {count} 個，請輸入更多名稱文字。',
  'providers.chosen': '您的服務商',
  'providers.company': '公司',
  'providers.email': '電郵',
  'providers.website': '網站',
  'providers.office': '辦公地址',
  'providers.registered': '註冊地址',
  'providers.missing': '未有提供',
  'providers.choose': '選擇此服務商',
  'providers.is_chosen': '這是您的服務商',
  'providers.done': '{name} 現為您的服務商',
}
