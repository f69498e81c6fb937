import type { Translate } from '#i18n/translator.ts'
import type { WebKey } from '#i18n/web/en.ts'
import type { UiWords } from '#ui/ui-words.tsx'

/** The words the controls say by themselves, from the dictionary in use. */
export function controlWords(t: Translate<WebKey>): UiWords {
  return {
    close: t('control.close'),
    back: t('control.back'),
    increase: t('control.increase'),
    decrease: t('control.decrease'),
    copy: t('control.copy'),
    copied: t('control.copied'),
    clear: t('control.clear'),
    showPassword: t('control.show_password'),
    hidePassword: t('control.hide_password'),
    notifications: t('control.notifications'),
    loading: t('app.loading'),
    retry: t('list.retry'),
    pullToRefresh: t('list.pull'),
    releaseToRefresh: t('list.release'),
    refreshing: t('list.refreshing'),
    noMore: t('list.end'),
  }
}
