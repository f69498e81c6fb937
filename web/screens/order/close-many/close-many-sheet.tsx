import { Button } from '#ui/button.tsx'
import { Sheet } from '#ui/sheet.tsx'
import { useBook } from '#web/parts/app-parts.tsx'
import { CloseChoices } from '#web/screens/order/close-many/close-choices.tsx'
import { CloseManyFooter } from '#web/screens/order/close-many/close-many-footer.tsx'
import { CloseManyOutcome } from '#web/screens/order/close-many/close-many-outcome.tsx'
import { CloseSelectionView } from '#web/screens/order/close-many/close-selection-view.tsx'
import { type CloseMany, useCloseMany } from '#web/screens/order/close-many/use-close-many.ts'
import { ActTold } from '#web/screens/order/detail/notices.tsx'
import { usePrices } from '#web/screens/order/detail/order-data.ts'

export type CloseManySheetProps = { readonly isOpen: boolean; readonly onClose: () => void }

/** Closes several orders with one call: choose which, confirm, read the result of each. */
export function CloseManySheet({ isOpen, onClose }: CloseManySheetProps) {
  const many = useCloseMany(isOpen)
  usePrices(isOpen)
  return (
    <Sheet
      dismissible={!many.isBusy}
      footer={footerOf(many, onClose)}
      onOpenChange={(isStill) => {
        if (!isStill && !many.isBusy) onClose()
      }}
      open={isOpen}
      title={<Title many={many} />}
    >
      <Body many={many} />
    </Sheet>
  )
}

function Title({ many: { step } }: { many: CloseMany }) {
  const t = useBook('orders')
  switch (step.kind) {
    case 'choose':
      return t('many.title')
    case 'confirm':
      return <bdi>{t('many.ask', { count: step.count })}</bdi>
    case 'done':
      return t('many.result')
  }
}

function Body({ many }: { many: CloseMany }) {
  const { step } = many
  switch (step.kind) {
    case 'choose':
      return (
        <div className="grid grid-cols-1 gap-3">
          {/* How a close of an earlier visit ended. */}
          <ActTold state={many.state} />
          <CloseChoices choices={step.choices} onChoose={many.choose} />
        </div>
      )
    case 'confirm':
      return <CloseSelectionView selection={step.selection} />
    case 'done':
      return <CloseManyOutcome {...step.outcome} />
  }
}

/** The choices have no footer: that of the question is new then, and ignores the second tap of a double tap. */
function footerOf(many: CloseMany, onClose: () => void) {
  if (many.step.kind === 'choose') return undefined
  return many.step.kind === 'confirm' ? <CloseManyFooter many={many} /> : <DoneButton onClose={onClose} />
}

function DoneButton({ onClose }: { onClose: () => void }) {
  const t = useBook('orders')
  return (
    <Button full onClick={onClose} size="large">
      {t('detail.done')}
    </Button>
  )
}
