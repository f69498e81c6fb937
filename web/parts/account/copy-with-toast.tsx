import { CopyButton, type CopyButtonProps } from '#ui/copy-button.tsx'
import { useBook, useParts } from '#web/parts/app-parts.tsx'

/** A copy button whose outcome is said in a toast. */
export function CopyTold(props: Omit<CopyButtonProps, 'onCopied' | 'onFailed'>) {
  const { toasts } = useParts()
  const t = useBook('account')
  return (
    <CopyButton
      {...props}
      onCopied={() => toasts.show({ text: t('mine.copied'), tone: 'good' })}
      onFailed={() => toasts.show({ text: t('mine.not_copied'), tone: 'danger' })}
    />
  )
}
