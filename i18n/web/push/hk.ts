import type { PushMessages } from '#i18n/web/push/en.ts'

export const messages: PushMessages = {
  'push.device': '此裝置的通知',
  'push.device.on': '即使已關閉應用程式，此裝置仍會收到有關提示、訂單及帳戶的通知。',
  'push.device.off': '即使已關閉應用程式，仍可收到有關提示、訂單及帳戶的通知。',
  'push.device.unsupported': '此瀏覽器無法顯示通知，請使用其他瀏覽器的最新版本。',
  'push.device.unknown_service': '我們無法向此瀏覽器發送通知，請改用 Chrome、Edge、Firefox 或 Safari。',
  'push.device.needs_installation':
    '在 iPhone 或 iPad 上，須先將應用程式加入主畫面才可接收通知：輕按「分享」，選擇「加入主畫面」，然後從主畫面開啟。',
  'push.device.blocked': '此網站的通知已被封鎖。請在瀏覽器或手機的設定中允許通知，然後返回此處。',
  'push.offer.title': '在此裝置接收通知',
  'push.offer.text':
    '到價提示觸發、訂單成交或止損止盈，以及帳戶有變動時，我們會發出通知。除非您另行選擇，鎖定畫面不會顯示任何私人內容。',
  'push.offer.on': '開啟通知',
  'push.offer.later': '暫時不要',
  'push.done': '已開啟此裝置的通知',
  'push.dismissed': '瀏覽器未獲授權顯示通知，您可稍後再開啟。',
  'push.blocked': '通知已被封鎖，您可在瀏覽器設定中允許通知。',
  'push.unknown_service': '我們無法向此瀏覽器發送通知，請改用 Chrome、Edge、Firefox 或 Safari。',
  'push.failed': '無法開啟通知，請再試一次。',
  'push.not_off': '無法關閉通知，請再試一次。',
}
