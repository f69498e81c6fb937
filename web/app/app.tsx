import { CSPProvider } from '@base-ui/react/csp-provider'
import { DirectionProvider } from '@base-ui/react/direction-provider'
import { type ComponentType, type ReactNode, useEffect, useSyncExternalStore } from 'react'
import { useLocation } from 'wouter'
import type { Translate } from '#i18n/translator.ts'
import type { WebKey } from '#i18n/web/shell/en.ts'
import { LoadingOverlay } from '#ui/loading-overlay.tsx'
import { Toasts } from '#ui/toasts.tsx'
import { type UiLabels, UiLabelsProvider } from '#ui/ui-labels.tsx'
import { ConnectionBanner } from '#web/app/connection-banner.tsx'
import { ErrorBoundary } from '#web/app/error-boundary.tsx'
import { Screens } from '#web/app/screens.tsx'
import {
  type AppParts,
  AppPartsProvider,
  useConnectionStatus,
  useParts,
  useStore,
  useTranslations,
} from '#web/parts/app-parts.tsx'
import { useLateCode } from '#web/parts/late-code.tsx'
import { pushOfferOf } from '#web/parts/push/push-offer.ts'
import type { LateCode } from '#web/stores/late-parts.ts'
import { supportPath } from '#web/support/support-paths.ts'

export function App({ parts }: { parts: AppParts }) {
  return (
    <AppPartsProvider parts={parts}>
      <AppProviders>
        <div className="flex h-dvh flex-col">
          {parts.isFramedChat ? null : (
            <>
              <TradeActions />
              <PushOffer />
            </>
          )}
          <div className="relative min-h-0 grow">
            <ErrorBoundary onRetry={() => location.reload()}>
              <Screens />
            </ErrorBoundary>
          </div>
        </div>
        {parts.isFramedChat ? null : <OwnNotices />}
        <Loading />
        <Messages />
      </AppProviders>
    </AppPartsProvider>
  )
}

/** Provides text direction and control labels. Keeps Base UI from adding style elements, which the CSP forbids. */
function AppProviders({ children }: { children: ReactNode }) {
  const { direction, locale, t } = useTranslations()
  const { isFramedChat } = useParts()
  useEffect(() => {
    document.documentElement.lang = locale
    document.documentElement.dir = direction
  }, [locale, direction])
  return (
    <CSPProvider disableStyleElements>
      <DirectionProvider direction={direction}>
        <UiLabelsProvider labels={controlLabels(t, isFramedChat)}>{children}</UiLabelsProvider>
      </DirectionProvider>
    </CSPProvider>
  )
}

/** Toasts, below the banner about a lost connection. The support chat says by itself what a lost one means for it. */
function Messages() {
  const { toasts } = useParts()
  const [path] = useLocation()
  const isGone = useConnectionStatus() === 'gone' && path !== supportPath
  return (
    <>
      <Toasts isLowered={isGone} store={toasts} />
      <ConnectionBanner isGone={isGone} />
    </>
  )
}

/**
 * The notice about trade actions. Its code loads with the first action, or with one that an earlier visit left
 * unconfirmed.
 */
function TradeActions() {
  const { tradeActions } = useParts()
  const Notice = useSyncExternalStore(tradeActions.subscribe, tradeActions.getSnapshot)
  return Notice === undefined ? null : <Notice />
}

const pushOfferCode: LateCode<ComponentType> = {
  dictionaries: ['push'],
  load: async () => (await import('#web/parts/push/push-offer-card.tsx')).PushOfferCard,
}

/** The offer of notifications. Its code loads when there is a reason for it. */
function PushOffer() {
  const isOffered = useStore(pushOfferOf(useParts())) !== undefined
  const { part: Card } = useLateCode(pushOfferCode, isOffered)
  return isOffered && Card !== undefined ? <Card /> : null
}

const noticesCode = { load: async () => (await import('#web/app/notices.tsx')).Notices }

/**
 * Loads after the connection is up, and so after what the first screen needs. A failed load is tried again when the
 * connection is back.
 */
function OwnNotices() {
  const { part: Notices } = useLateCode(noticesCode, useConnectionStatus() === 'up')
  return Notices === undefined ? null : <Notices />
}

function Loading() {
  const { loading } = useParts()
  const count = useSyncExternalStore(loading.subscribe, loading.getSnapshot)
  return <LoadingOverlay open={count > 0} />
}

/** Built-in labels of the controls in the current language. */
function controlLabels(t: Translate<WebKey>, isFramedChat: boolean): UiLabels {
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
    // The page around the chat has an area for notifications, too.
    notifications: t(isFramedChat ? 'title.support' : 'control.notifications'),
    loading: t('app.loading'),
    retry: t('list.retry'),
    pullToRefresh: t('list.pull'),
    releaseToRefresh: t('list.release'),
    refreshing: t('list.refreshing'),
    noMore: t('list.end'),
  }
}
