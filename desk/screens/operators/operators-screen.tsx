import { useCallback, useState } from 'react'
import { TableSkeleton } from '#desk/parts/data-table.tsx'
import { useParts, useTranslate } from '#desk/parts/desk-parts.tsx'
import { LoadedView } from '#desk/parts/loaded-view.tsx'
import { Page } from '#desk/parts/page.tsx'
import { useLoaded } from '#desk/parts/use-loaded.ts'
import { AddOperatorDialog } from '#desk/screens/operators/add-operator-dialog.tsx'
import { FirstPasswordDialog } from '#desk/screens/operators/first-password-dialog.tsx'
import { type Act, OperatorActDialog } from '#desk/screens/operators/operator-act-dialog.tsx'
import { OperatorsTable } from '#desk/screens/operators/operators-table.tsx'
import { RoleDialog } from '#desk/screens/operators/role-dialog.tsx'
import type { Operator } from '#desk/watch/watch.ts'
import { Button } from '#ui/button.tsx'

/** What lies over the list: a question about an operator, or a password that is shown once. */
type Over =
  | { readonly kind: 'add' }
  | { readonly kind: 'role'; readonly operator: Operator }
  | { readonly kind: Act; readonly operator: Operator }
  | { readonly kind: 'password'; readonly email: string; readonly password: string }

/** Who may be at the desk, in which role. Every change asks for a fresh code. */
export function OperatorsScreen() {
  const t = useTranslate()
  const { calls } = useParts()
  const loaded = useLoaded(useCallback((wishes) => calls.operators(wishes), [calls]))
  const [over, setOver] = useState<Over>()
  const close = () => setOver(undefined)
  const changed = (operator: Operator, password: string | undefined) => {
    // Not read again: every reading of the list is recorded.
    loaded.put(withOperator(loaded.value ?? [], operator))
    setOver(password === undefined ? undefined : { kind: 'password', email: operator.email, password })
  }
  return (
    <Page
      actions={
        <Button icon="plus" onClick={() => setOver({ kind: 'add' })} size="small">
          {t('operators.add')}
        </Button>
      }
      title={t('operators.title')}
    >
      <LoadedView failedTitle={t('operators.failed')} loaded={loaded} skeleton={<TableSkeleton />}>
        {(operators) => (
          <OperatorsTable
            onAct={(kind, operator) => setOver({ kind, operator })}
            onRole={(operator) => setOver({ kind: 'role', operator })}
            operators={operators}
          />
        )}
      </LoadedView>
      {over === undefined ? null : <OverList changed={changed} close={close} over={over} />}
    </Page>
  )
}

function withOperator(operators: readonly Operator[], changed: Operator): Operator[] {
  const isKnown = operators.some(({ id }) => id === changed.id)
  return isKnown
    ? operators.map((operator) => (operator.id === changed.id ? changed : operator))
    : [...operators, changed]
}

type OverListProps = {
  readonly over: Over
  readonly changed: (operator: Operator, password: string | undefined) => void
  readonly close: () => void
}

function OverList({ over, changed, close }: OverListProps) {
  switch (over.kind) {
    case 'add':
      return <AddOperatorDialog onAdded={changed} onClose={close} />
    case 'role':
      return <RoleDialog onChanged={changed} onClose={close} operator={over.operator} />
    case 'password':
      return <FirstPasswordDialog email={over.email} onDone={close} password={over.password} />
    default:
      return (
        <OperatorActDialog act={over.kind} onChanged={changed} onClose={close} operator={over.operator} />
      )
  }
}
