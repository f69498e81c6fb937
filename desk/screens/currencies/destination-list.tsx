import { type ReactNode, useState } from 'react'
import type { FundsChangeAnswer } from '#contract/desk/funds.ts'
import { useMutation } from '#desk/parts/mutation.ts'
import { Card } from '#desk/parts/page.tsx'
import type { OpenProposal } from '#desk/parts/proposal-notice.tsx'
import { useTellOutcome } from '#desk/screens/currencies/currency-parts.tsx'
import { DestinationRow, SwitchDialog } from '#desk/screens/currencies/destination-row.tsx'
import { Button } from '#ui/button.tsx'

type Destination = { readonly id: number; readonly is_on: number; readonly proposal: OpenProposal | null }

type Change<Fields> = { readonly id?: number; readonly is_on?: number } & Partial<Fields>

export type DestinationDialogProps<Entry, Fields> = {
  /** Undefined to add one. */
  readonly entry: Entry | undefined
  readonly isBusy: boolean
  readonly onSave: (fields: Partial<Fields>) => void
  readonly onClose: () => void
}

type DestinationListProps<Entry, Fields> = {
  readonly labels: { readonly title: string; readonly add: string; readonly empty: string }
  readonly entries: readonly Entry[]
  readonly canChange: boolean
  readonly nameOf: (entry: Entry) => string
  readonly save: (change: Change<Fields>) => Promise<FundsChangeAnswer>
  readonly reload: () => Promise<void>
  /** Asks for the fields of a new or changed entry. */
  readonly renderDialog: (props: DestinationDialogProps<Entry, Fields>) => ReactNode
  readonly children: (entry: Entry) => ReactNode
}

type OpenDialog<Entry> =
  | { readonly kind: 'edit'; readonly entry: Entry | undefined }
  | { readonly kind: 'switch'; readonly entry: Entry }

/** Addresses or bank accounts that users pay to. */
export function DestinationList<Entry extends Destination, Fields extends object>({
  labels,
  entries,
  canChange,
  nameOf,
  save,
  reload,
  renderDialog,
  children,
}: DestinationListProps<Entry, Fields>) {
  const { run, isBusy } = useMutation(save)
  const tellOutcome = useTellOutcome()
  const [dialog, setDialog] = useState<OpenDialog<Entry>>()
  const close = () => setDialog(undefined)
  const send = async (change: Change<Fields>) => {
    const result = await run(change)
    if (!result.isDone) return
    tellOutcome(result.answer)
    close()
    await reload()
  }
  const add = (
    <Button
      icon="plus"
      onClick={() => setDialog({ kind: 'edit', entry: undefined })}
      size="small"
      variant="secondary"
    >
      {labels.add}
    </Button>
  )
  return (
    <Card actions={canChange ? add : null} title={labels.title}>
      {entries.length === 0 ? <p className="text-13 text-dim">{labels.empty}</p> : null}
      <ul>
        {entries.map((entry) => (
          <DestinationRow
            canChange={canChange}
            isOn={entry.is_on === 1}
            key={entry.id}
            name={nameOf(entry)}
            onChange={() => setDialog({ kind: 'edit', entry })}
            onSwitch={() => setDialog({ kind: 'switch', entry })}
            proposal={entry.proposal}
          >
            {children(entry)}
          </DestinationRow>
        ))}
      </ul>
      {dialog?.kind === 'edit'
        ? renderDialog({
            entry: dialog.entry,
            isBusy,
            onClose: close,
            onSave: (fields) =>
              void send({ ...(dialog.entry === undefined ? {} : { id: dialog.entry.id }), ...fields }),
          })
        : null}
      {dialog?.kind === 'switch' ? (
        <SwitchDialog
          isBusy={isBusy}
          isOn={dialog.entry.is_on === 1}
          name={nameOf(dialog.entry)}
          onClose={close}
          onConfirm={() =>
            void send({ id: dialog.entry.id, is_on: 1 - dialog.entry.is_on } as Change<Fields>)
          }
        />
      ) : null}
    </Card>
  )
}
