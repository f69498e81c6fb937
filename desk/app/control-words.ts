import type { DeskKey } from '#i18n/desk/en.ts'
import type { Translate } from '#i18n/translator.ts'
import type { UiWords } from '#ui/ui-words.tsx'

/** The words the controls say by themselves, from the dictionary in use. */
export function controlWords(t: Translate<DeskKey>): UiWords {
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
    loading: t('desk.loading'),
    retry: t('control.retry'),
    pullToRefresh: t('control.pull'),
    releaseToRefresh: t('control.release'),
    refreshing: t('control.refreshing'),
    noMore: t('control.end'),
  }
}
