import { useLocation } from 'wouter'
import { copyText } from '#ui/copy-text.ts'
import type { PressTarget } from '#ui/pressable.tsx'
import { useParts, useStore } from '#web/parts/app-parts.tsx'
import { type SupportLink, supportLink } from '#web/support/support-link.ts'
import { withOrder } from '#web/support/support-order.ts'
import { chatPath } from '#web/support/support-paths.ts'

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
  const { toasts, translations } = useParts()
  const [, go] = useLocation()
  const link = useSupportLink()
  const path = withOrder(chatPath, order)
  const copy = async (text: string) => {
    if (!(await copyText(text, document.activeElement))) return go(chatPath)
    const t = await translations.loadDictionary('support')
    toasts.show({ text: t('support.link.copied'), tone: 'good' })
  }
  if (link?.kind === 'redirect') return { href: link.link }
  if (link?.kind === 'copy')
    return { href: chatPath, onSelect: () => void copy(link.link).catch(() => undefined) }
  return { href: path, onSelect: () => go(path) }
}
