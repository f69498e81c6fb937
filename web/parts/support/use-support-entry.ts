import { useLocation } from 'wouter'
import { copyText } from '#ui/copy-text.ts'
import type { PressTarget } from '#ui/pressable.tsx'
import { useParts, useStore, useTranslate } from '#web/parts/app-parts.tsx'
import { chatPath, type SupportLink, supportLink, withOrder } from '#web/support/support-link.ts'

/** Undefined until the server has answered the settings. */
export function useSupportLink(): SupportLink | undefined {
  const settings = useStore(useParts().basicInfo)
  return settings === undefined ? undefined : supportLink(settings, location.protocol === 'https:')
}

/**
 * Where an entry for support leads: to the chat, or to a page of the operator in this tab, or nowhere because it copies a
 * link. If the copy is refused, the screen of the chat shows the link. Our own chat is told about the order.
 */
export function useSupportEntry(order?: number): PressTarget {
  const { toasts } = useParts()
  const t = useTranslate()
  const [, go] = useLocation()
  const link = useSupportLink()
  const path = withOrder(chatPath, order)
  const copy = async (text: string) => {
    if (await copyText(text, document.activeElement))
      toasts.show({ text: t('app.support.copied'), tone: 'good' })
    else go(chatPath)
  }
  if (link?.kind === 'redirect') return { href: link.link }
  if (link?.kind === 'copy') return { href: chatPath, onSelect: () => void copy(link.link) }
  return { href: path, onSelect: () => go(path) }
}
