import { useId, useState } from 'react'
import type { SessionsAnswer } from '#contract/calls/session.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { List } from '#ui/list.tsx'
import { readSessions, signOutOthers } from '#web/calls/session.ts'
import { useDictionary, useParts } from '#web/parts/app-parts.tsx'
import { LateDialog } from '#web/parts/late-code.tsx'
import { useServerQuery } from '#web/parts/server-query.ts'
import { useDateFormat } from '#web/parts/use-date-format.ts'
import { DeviceRow, DeviceRowSkeleton } from '#web/screens/settings/device-row.tsx'

type Session = SessionsAnswer[number]

/** Devices that are logged in, and the button that logs out all others. */
export function ActiveSessions() {
  const t = useDictionary('account')
  const heading = useId()
  const {
    data: sessions = [],
    isFetching,
    isError,
    refetch,
  } = useServerQuery({ key: ['sessions'], read: readSessions })
  const refresh = () => void refetch()
  const others = sessions.filter(({ current }) => current !== 1).length
  return (
    <section aria-labelledby={heading} className="grid grid-cols-1 gap-2">
      <h2 className="px-4 text-13 text-dim" id={heading}>
        {t('system.devices')}
      </h2>
      <div className="overflow-hidden rounded-16 border border-line bg-surface">
        <List
          empty={<EmptyState icon="phone" title={t('system.devices.none')} />}
          failedText={t('system.devices.failed')}
          items={sessions}
          keyOf={({ id }) => String(id)}
          label={t('system.devices')}
          onRetry={refresh}
          skeleton={<DeviceRowSkeleton />}
          skeletonCount={2}
          state={isFetching ? 'loading' : isError ? 'failed' : 'ready'}
        >
          {(session) => <SessionRow session={session} />}
        </List>
      </div>
      {others === 0 ? null : <SignOutOthers count={others} onDone={refresh} />}
    </section>
  )
}

function SessionRow({ session }: { session: Session }) {
  const t = useDictionary('account')
  const { dateTime } = useDateFormat()
  const isThis = session.current === 1
  return (
    <DeviceRow
      address={session.address}
      badge={isThis ? <Badge tone="accent">{t('system.this_device')}</Badge> : undefined}
      time={
        isThis ? t('system.active_now') : t('system.last_seen', { moment: dateTime(session.last_seen_at) })
      }
      userAgent={session.device}
    />
  )
}

function SignOutOthers({ count, onDone }: { count: number; onDone: () => void }) {
  const t = useDictionary('account')
  const { caller } = useParts()
  const [isOpen, setIsOpen] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  const confirm = async () => {
    setIsBusy(true)
    // The caller reports a failure in a toast. The sessions are read again either way.
    await signOutOthers(caller.call).catch(() => undefined)
    setIsBusy(false)
    setIsOpen(false)
    onDone()
  }
  return (
    <>
      <Button full onClick={() => setIsOpen(true)} variant="secondary">
        {t('system.sign_out', { count })}
      </Button>
      <LateDialog
        busy={isBusy}
        cancelLabel={t('mine.cancel')}
        confirmLabel={t('system.sign_out.confirm')}
        isOpen={isOpen}
        onConfirm={() => void confirm()}
        setIsOpen={setIsOpen}
        text={t('system.sign_out.text', { count })}
        title={t('system.sign_out.title')}
        tone="danger"
      />
    </>
  )
}
