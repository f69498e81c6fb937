import { CopyButton, type CopyButtonProps } from '#ui/copy-button.tsx'
import { useDictionary, useParts } from '#web/parts/app-parts.tsx'

/** A copy button that reports success or failure in a toast. */
export function CopyWithToast(props: Omit<CopyButtonProps, 'onCopied' | 'onFailed'>) {
  const { toasts } = useParts()
  const t = useDictionary('account')
  return (
    <CopyButton
      {...props}
      onCopied={() => toasts.show({ text: t('mine.copied'), tone: 'good' })}
      onFailed={() => toasts.show({ text: t('mine.not_copied'), tone: 'danger' })}
    />
  )
}
