import { useState } from 'react'
import { type Column, DataTable, TableSkeleton } from '#desk/parts/data-table.tsx'
import { useParts, useStore, useTranslate } from '#desk/parts/desk-parts.tsx'
import { Page } from '#desk/parts/page.tsx'
import { QueryView, useServerQuery } from '#desk/parts/query.tsx'
import type { Operator } from '#desk/parts/status-poll.ts'
import { DateTime } from '#desk/parts/time.tsx'
import {
  AddOperatorDialog,
  InitialPasswordDialog,
  type OperatorAction,
  OperatorActionDialog,
  RoleDialog,
} from '#desk/screens/operators/operator-dialogs.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'

/** The dialog over the list. */
type OpenDialog =
  | { readonly kind: 'add' }
  | { readonly kind: 'role'; readonly operator: Operator }
  | { readonly kind: OperatorAction; readonly operator: Operator }
  | { readonly kind: 'password'; readonly email: string; readonly password: string }

/** Operators and their roles. Every change needs a second-factor code. */
export function OperatorsScreen() {
  const t = useTranslate()
  const { calls } = useParts()
  const query = useServerQuery(['operators'], (options) => calls.operators(options))
  const [dialog, setDialog] = useState<OpenDialog>()
  const close = () => setDialog(undefined)
  const changed = (operator: Operator, password: string | undefined) => {
    // The list is not reloaded, because every read of it goes into the audit log.
    query.setData(withOperator(query.data ?? [], operator))
    setDialog(password === undefined ? undefined : { kind: 'password', email: operator.email, password })
  }
  return (
    <Page
      actions={
        <Button icon="plus" onClick={() => setDialog({ kind: 'add' })} size="small">
          {t('operators.add')}
        </Button>
      }
      title={t('operators.title')}
    >
      <QueryView failedTitle={t('operators.failed')} query={query} skeleton={<TableSkeleton />}>
        {(operators) => (
          <OperatorsTable
            onAction={(kind, operator) => setDialog({ kind, operator })}
            onRole={(operator) => setDialog({ kind: 'role', operator })}
            operators={operators}
          />
        )}
      </QueryView>
      {dialog === undefined ? null : <CurrentDialog changed={changed} close={close} dialog={dialog} />}
    </Page>
  )
}

function withOperator(operators: readonly Operator[], changed: Operator): Operator[] {
  const isKnown = operators.some(({ id }) => id === changed.id)
  return isKnown
    ? operators.map((operator) => (operator.id === changed.id ? changed : operator))
    : [...operators, changed]
}

type CurrentDialogProps = {
  readonly dialog: OpenDialog
  readonly changed: (operator: Operator, password: string | undefined) => void
  readonly close: () => void
}

function CurrentDialog({ dialog, changed, close }: CurrentDialogProps) {
  switch (dialog.kind) {
    case 'add':
      return <AddOperatorDialog onAdded={changed} onClose={close} />
    case 'role':
      return <RoleDialog onChanged={changed} onClose={close} operator={dialog.operator} />
    case 'password':
      return <InitialPasswordDialog email={dialog.email} onDone={close} password={dialog.password} />
    default:
      return (
        <OperatorActionDialog
          action={dialog.kind}
          onChanged={changed}
          onClose={close}
          operator={dialog.operator}
        />
      )
  }
}

type RowActionHandlers = {
  readonly onRole: (operator: Operator) => void
  readonly onAction: (action: OperatorAction, operator: Operator) => void
}

function OperatorsTable({
  operators,
  ...handlers
}: RowActionHandlers & { readonly operators: readonly Operator[] }) {
  const t = useTranslate()
  const me = useStore(useParts().statusPoll).operator
  const columns: readonly Column<Operator>[] = [
    {
      key: 'email',
      head: t('operators.column.email'),
      className: 'w-full min-w-36',
      cell: ({ id, email }) => (
        <span className="flex flex-wrap items-center gap-2">
          <span className="wrap-anywhere">{email}</span>
          {id === me?.id ? <Badge tone="accent">{t('operators.you')}</Badge> : null}
        </span>
      ),
    },
    {
      key: 'role',
      head: t('operators.column.role'),
      className: 'whitespace-nowrap',
      cell: ({ role }) => t(`role.${role}`),
    },
    {
      key: 'state',
      head: t('operators.column.state'),
      cell: ({ is_active }) => (
        <Badge tone={is_active === 1 ? 'good' : 'neutral'}>
          {t(is_active === 1 ? 'operators.active' : 'operators.off')}
        </Badge>
      ),
    },
    {
      key: 'factor',
      head: t('operators.column.factor'),
      className: 'xl:whitespace-nowrap',
      cell: ({ has_totp }) => t(has_totp === 1 ? 'operators.enrolled' : 'operators.not_enrolled'),
    },
    {
      key: 'seen',
      head: t('operators.column.seen'),
      className: 'min-w-24 xl:whitespace-nowrap',
      cell: ({ last_seen_at }) =>
        last_seen_at === null ? t('operators.never') : <DateTime at={last_seen_at} />,
    },
    {
      key: 'actions',
      head: t('operators.column.actions'),
      cell: (operator) =>
        operator.id === me?.id ? (
          <span className="text-dim">{t('operators.own')}</span>
        ) : (
          <RowActions operator={operator} {...handlers} />
        ),
    },
  ]
  return <DataTable columns={columns} keyOf={({ id }) => id} label={t('operators.title')} rows={operators} />
}

function RowActions({ operator, onRole, onAction }: RowActionHandlers & { readonly operator: Operator }) {
  const t = useTranslate()
  const switching = operator.is_active === 1 ? 'off' : 'on'
  const named = (action: string) => t('operators.of', { action, email: operator.email })
  const role = t('operators.change_role')
  const toggle = t(switching === 'off' ? 'operators.switch_off' : 'operators.switch_on')
  const reset = t('operators.reset')
  return (
    <span className="-ms-3 -my-2 flex whitespace-nowrap">
      <Button aria-label={named(role)} onClick={() => onRole(operator)} size="small" variant="quiet">
        {role}
      </Button>
      <Button
        aria-label={named(toggle)}
        onClick={() => onAction(switching, operator)}
        size="small"
        variant="quiet"
      >
        {toggle}
      </Button>
      <Button
        aria-label={named(reset)}
        onClick={() => onAction('reset', operator)}
        size="small"
        variant="quiet"
      >
        {reset}
      </Button>
    </span>
  )
}
