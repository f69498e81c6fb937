import { useState } from 'react'
import { saveFile } from '#browser/files/save-file.ts'
import type { DeskSupportThread } from '#contract/desk/support.ts'
import { useParts, useStore, useTranslate } from '#desk/parts/desk-parts.tsx'
import { useMutation } from '#desk/parts/mutation.ts'
import { TimeAgo } from '#desk/parts/time.tsx'
import { Assignee, DemoBadge, threadName } from '#desk/screens/support/thread-columns.tsx'
import type { ThreadStore } from '#desk/screens/support/thread-store.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'

type ThreadBarProps = { readonly thread: DeskSupportThread; readonly store: ThreadStore }

/** Who has the thread, how long it waits, and what can be done with it. */
export function ThreadBar({ thread, store }: ThreadBarProps) {
  const t = useTranslate()
  const { statusPoll } = useParts()
  const email = useStore(statusPoll).operator?.email ?? ''
  const [asking, setAsking] = useState<'take_over' | 'close'>()
  const isOpen = thread.state === 'open'
  const { assign, release, close, isBusy } = useThreadActions(thread.id, store)
  const take = async (isTakeOver: boolean) => {
    const result = await assign(isTakeOver)
    // Another operator was faster.
    if (result.reason === 'support_assigned') setAsking('take_over')
    else if (result.isDone) setAsking(undefined)
  }
  const end = async () => {
    if (await close()) setAsking(undefined)
  }
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line px-4 py-3">
      <p className="flex min-w-0 grow flex-wrap items-center gap-x-3 gap-y-1 text-13">
        <Badge tone={isOpen ? 'accent' : 'neutral'}>{t(`support.state.${thread.state}`)}</Badge>
        <DemoBadge thread={thread} />
        {thread.waiting_since === null ? null : (
          <span>
            <span className="text-dim">{t('support.column.waiting')}</span>{' '}
            <TimeAgo at={thread.waiting_since} />
          </span>
        )}
        <span className="min-w-0 break-words">
          <span className="text-dim">{t('support.column.assigned')}</span>{' '}
          <Assignee email={email} thread={thread} />
        </span>
      </p>
      <div className="flex flex-wrap gap-2">
        {thread.assigned_to === '' && isOpen ? (
          <Button busy={isBusy} onClick={() => void take(false)} size="small">
            {t('support.assign')}
          </Button>
        ) : null}
        {thread.assigned_to === email && isOpen ? (
          <Button busy={isBusy} onClick={() => void release()} size="small" variant="secondary">
            {t('support.release')}
          </Button>
        ) : null}
        {['', email].includes(thread.assigned_to) || !isOpen ? null : (
          <Button onClick={() => setAsking('take_over')} size="small" variant="secondary">
            {t('support.take_over')}
          </Button>
        )}
        <ExportButton id={thread.id} />
        {isOpen ? (
          <Button onClick={() => setAsking('close')} size="small" variant="secondary">
            {t('support.close')}
          </Button>
        ) : null}
      </div>
      {isOpen ? null : <p className="w-full text-13 text-dim">{t('support.closed.text')}</p>}
      <Dialog
        busy={isBusy}
        cancelLabel={t('control.cancel')}
        confirmLabel={t('support.take_over')}
        onConfirm={() => void take(true)}
        onOpenChange={(open) => setAsking(open ? 'take_over' : undefined)}
        open={asking === 'take_over'}
        text={
          thread.assigned_to === ''
            ? t('support.take_over.text_other')
            : t('support.take_over.text', { email: thread.assigned_to })
        }
        title={t('support.take_over.title')}
      />
      <Dialog
        busy={isBusy}
        cancelLabel={t('control.cancel')}
        confirmLabel={t('support.close')}
        onConfirm={() => void end()}
        onOpenChange={(open) => setAsking(open ? 'close' : undefined)}
        open={asking === 'close'}
        text={t(thread.waiting_since === null ? 'support.close.text' : 'support.close.text_waiting', {
          user: threadName(thread, t),
        })}
        title={t('support.close.title')}
      />
    </div>
  )
}

function useThreadActions(id: number, store: ThreadStore) {
  const { calls } = useParts()
  const assigning = useMutation(calls.assignSupport)
  const releasing = useMutation(calls.releaseSupport)
  const closing = useMutation(calls.closeSupport)
  return {
    isBusy: assigning.isBusy || releasing.isBusy || closing.isBusy,
    async assign(isTakeOver: boolean) {
      const result = await assigning.run({ id, ...(isTakeOver ? { take_over: 1 } : {}) })
      if (result.isDone) store.setThread(result.answer)
      else if (result.reason === 'support_assigned') store.catchUp()
      return { isDone: result.isDone, reason: result.isDone ? undefined : result.reason }
    },
    async release() {
      const result = await releasing.run({ id })
      if (result.isDone) store.setThread(result.answer)
      else if (result.reason === 'support_assigned') store.catchUp()
    },
    async close() {
      const result = await closing.run({ id })
      if (result.isDone) store.setThread(result.answer)
      return result.isDone
    },
  }
}

/** Downloads the messages. Each download is audited. */
function ExportButton({ id }: { id: number }) {
  const t = useTranslate()
  const { calls } = useParts()
  const { run, isBusy } = useMutation(calls.supportExport)
  const download = async () => {
    const result = await run({ id })
    if (result.isDone) saveFile(`support-${id}.json`, result.answer)
  }
  return (
    <Button busy={isBusy} onClick={() => void download()} size="small" variant="secondary">
      {t('support.export')}
    </Button>
  )
}
