import { useLocation } from 'wouter'
import type { PressTarget } from '#ui/pressable.tsx'
import { useAccount, useBook, useParts } from '#web/parts/app-parts.tsx'
import type { Entry } from '#web/screens/user/entries.ts'

/** Where a press on an entry leads. A demo account is told what it lacks, and how to come by it. */
export function useEntry(): (entry: Entry) => PressTarget {
  const t = useBook('account')
  const { toasts } = useParts()
  const account = useAccount()
  const [, go] = useLocation()
  const isDemo = account.kind === 'known' && account.user.is_demo === 1
  const invite = () => {
    const action = { label: t('user.register'), onSelect: () => go('/register') }
    toasts.show({ text: t('app.real_only'), tone: 'warn', action })
  }
  return ({ path, realOnly }) =>
    isDemo && realOnly ? { onSelect: invite } : { href: path, onSelect: () => go(path) }
}
