import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslate } from '#desk/parts/desk-parts.tsx'
import { IconButton } from '#ui/icon-button.tsx'

type WideDialogProps = {
  readonly title: string
  /** At the end of the title row, before the close button. */
  readonly actions?: ReactNode
  /** Stays visible below the content. */
  readonly footer?: ReactNode
  readonly onClose: () => void
  readonly children: ReactNode
}

/** A dialog for content that needs room, such as pictures or a whole text. Mount it only while it is open. */
export function WideDialog({ title, actions, footer, onClose, children }: WideDialogProps) {
  const t = useTranslate()
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => dialog.current?.showModal(), [])
  return (
    <dialog
      aria-label={title}
      className="m-auto max-h-[calc(100dvh-48px)] w-[min(100%-32px,880px)] max-w-none rounded-16 border border-line bg-surface text-text backdrop:bg-(--scrim) open:flex open:flex-col"
      onClose={onClose}
      ref={dialog}
    >
      <header className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-2 border-b border-line py-1 ps-4 pe-1">
        <h2 className="min-w-0 grow font-semibold wrap-anywhere">
          <bdi>{title}</bdi>
        </h2>
        {actions}
        <IconButton icon="close" label={t('control.close')} onSelect={() => dialog.current?.close()} />
      </header>
      <div className="min-h-0 grow overflow-y-auto p-4">{children}</div>
      {footer === undefined ? null : <footer className="shrink-0 border-t border-line p-4">{footer}</footer>}
    </dialog>
  )
}
