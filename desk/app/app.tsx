import { CSPProvider } from '@base-ui/react/csp-provider'
import { DirectionProvider } from '@base-ui/react/direction-provider'
import { useEffect } from 'react'
import { Router } from 'wouter'
import { deskPath } from '#desk/app/create-desk-parts.ts'
import { ErrorBoundary, Shell } from '#desk/app/shell.tsx'
import {
  type DeskParts,
  DeskPartsProvider,
  useParts,
  useStore,
  useTranslations,
} from '#desk/parts/desk-parts.tsx'
import { SignInScreen } from '#desk/screens/sign-in/sign-in-screen.tsx'
import type { DeskKey } from '#i18n/desk/en.ts'
import type { Translate } from '#i18n/translator.ts'
import { Toasts } from '#ui/toasts.tsx'
import { type UiLabels, UiLabelsProvider } from '#ui/ui-labels.tsx'

export function App({ parts }: { parts: DeskParts }) {
  return (
    <DeskPartsProvider parts={parts}>
      <Desk />
    </DeskPartsProvider>
  )
}

/** The console, or the sign-in screen. The URL stays, so that signing in again returns to the same screen. */
function Desk() {
  const { session, toasts } = useParts()
  const { direction, locale, t } = useTranslations()
  const isIn = useStore(session) !== undefined
  useEffect(() => {
    document.documentElement.lang = locale
    document.documentElement.dir = direction
  }, [locale, direction])
  return (
    <CSPProvider disableStyleElements>
      <DirectionProvider direction={direction}>
        <UiLabelsProvider labels={uiLabelsOf(t)}>
          <Router base={deskPath}>
            <ErrorBoundary>{isIn ? <Shell /> : <SignInScreen />}</ErrorBoundary>
          </Router>
          <Toasts store={toasts} />
        </UiLabelsProvider>
      </DirectionProvider>
    </CSPProvider>
  )
}

/** Translations of the texts built into the UI components. */
function uiLabelsOf(t: Translate<DeskKey>): UiLabels {
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
