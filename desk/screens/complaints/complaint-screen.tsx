import type { ComplaintDetailsAnswer } from '#contract/desk/complaints.ts'
import { BackLink } from '#desk/parts/back-link.tsx'
import { useParts, useStore, useTranslate } from '#desk/parts/desk-parts.tsx'
import { useLeaveWarning } from '#desk/parts/leave-warning.ts'
import { Card, Fact, Facts, Page } from '#desk/parts/page.tsx'
import { QueryView, type ServerQuery, useServerQuery } from '#desk/parts/query.tsx'
import { DateTime } from '#desk/parts/time.tsx'
import { AnswerForm } from '#desk/screens/complaints/answer-form.tsx'
import { EvidenceCard } from '#desk/screens/complaints/evidence-card.tsx'
import { OverdueBadge } from '#desk/screens/complaints/overdue-badge.tsx'
import { operatorKey } from '#desk/stores/kept-by-key.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

/** One complaint with its evidence and answer. The server records every view in the audit log. */
export function ComplaintScreen({ id }: { id: number }) {
  const t = useTranslate()
  const { calls } = useParts()
  const query = useServerQuery(['complaint', id], (options) => calls.complaint({ id }, options))
  const { data } = query
  return (
    <Page
      actions={data === undefined ? null : <State complaint={data} />}
      back={<BackLink href="/complaints" label={t('complaint.back')} />}
      title={data === undefined ? t('complaints.title') : t('complaint.title', { number: data.number })}
    >
      <QueryView failedTitle={t('complaint.failed')} query={query} skeleton={<ComplaintSkeleton />}>
        {(complaint) => <Content complaint={complaint} query={query} />}
      </QueryView>
    </Page>
  )
}

function State({ complaint }: { complaint: ComplaintDetailsAnswer }) {
  const t = useTranslate()
  const isOpen = complaint.state === 'open'
  return (
    <span className="flex flex-wrap gap-2">
      <OverdueBadge complaint={complaint} />
      <Badge tone={isOpen ? 'accent' : 'good'}>
        {t(isOpen ? 'complaints.state.open' : 'complaints.state.answered')}
      </Badge>
    </span>
  )
}

function ComplaintSkeleton() {
  return (
    <div className="grid gap-4 md:grid-cols-2">
      <Skeleton className="h-[50dvh]" shape="box" />
      <Skeleton className="h-[50dvh]" shape="box" />
    </div>
  )
}

type ContentProps = {
  readonly complaint: ComplaintDetailsAnswer
  readonly query: ServerQuery<ComplaintDetailsAnswer>
}

function Content({ complaint, query }: ContentProps) {
  const t = useTranslate()
  const { answer, keep } = useTypedAnswer(complaint.id)
  const isOpen = complaint.state === 'open'
  const isUnsent = ![complaint.answer, ''].includes(answer.trim())
  useLeaveWarning(isUnsent)
  return (
    <div className="flex grow flex-col gap-4">
      <ComplaintFacts complaint={complaint} />
      <div className="grid gap-4 md:grid-cols-2">
        <Card title={t('complaint.text')}>
          <Written text={complaint.text} />
        </Card>
        <div className="grid min-w-0 content-start gap-4">
          <RecordsCard complaint={complaint} />
          <EvidenceCard
            complaint={complaint}
            isFetching={query.isFetching}
            onCheckAgain={() => void query.refetch()}
          />
        </div>
      </div>
      {isOpen ? (
        <AnswerForm answer={answer} complaint={complaint} onChange={keep} reload={query.refetch} />
      ) : (
        <Card title={t('complaint.answer')}>
          <Written text={complaint.answer} />
        </Card>
      )}
      {isUnsent && !isOpen ? <Unsent onDiscard={() => keep('')} text={answer} /> : null}
    </div>
  )
}

/** Typed answer of this operator. It survives a reload and another login in this tab. */
function useTypedAnswer(id: number) {
  const { typedAnswers, statusPoll } = useParts()
  const key = operatorKey(useStore(statusPoll).operator?.id ?? 0, id)
  return {
    answer: useStore(typedAnswers)[key] ?? '',
    keep: (answer: string) => typedAnswers.set(key, answer === '' ? undefined : answer),
  }
}

/** What an operator was writing while another one answered. */
function Unsent({ text, onDiscard }: { text: string; onDiscard: () => void }) {
  const t = useTranslate()
  return (
    <Card title={t('complaint.answer.unsent')}>
      <Notice
        action={
          <Button onClick={onDiscard} size="small" variant="secondary">
            {t('complaint.answer.discard')}
          </Button>
        }
        className="mb-3"
        icon="warning"
        tone="warn"
      >
        {t('complaint.answered_elsewhere')}
      </Notice>
      <Written text={text} />
    </Card>
  )
}

function Written({ text }: { text: string }) {
  return (
    <p className="break-words whitespace-pre-line" dir="auto">
      {text}
    </p>
  )
}

type ComplaintProps = { readonly complaint: ComplaintDetailsAnswer }

function ComplaintFacts({ complaint }: ComplaintProps) {
  const t = useTranslate()
  const { uid, is_demo, created_at, due_at, answered_at, answered_by } = complaint
  return (
    <Facts>
      <Fact label={t('complaint.user')}>
        <span className="font-semibold">{uid}</span>{' '}
        {is_demo === 1 ? <Badge>{t('complaint.demo')}</Badge> : null}
      </Fact>
      <Fact label={t('complaint.filed')}>
        <DateTime at={created_at} />
      </Fact>
      <Fact label={t('complaint.due')}>
        <DateTime at={due_at} />
      </Fact>
      {answered_at === null ? null : (
        <>
          <Fact label={t('complaint.answered')}>
            <DateTime at={answered_at} />
          </Fact>
          <Fact label={t('complaint.answered_by')}>{answered_by}</Fact>
        </>
      )}
    </Facts>
  )
}

const recordKinds = ['orders', 'deposits', 'withdrawals'] as const

function RecordsCard({ complaint }: ComplaintProps) {
  const t = useTranslate()
  const named = recordKinds.filter((kind) => complaint[kind].length > 0)
  return (
    <Card title={t('complaint.records')}>
      {named.length === 0 ? (
        <p className="text-13 text-dim">{t('complaint.records.none')}</p>
      ) : (
        <dl className="flex flex-wrap gap-x-10 gap-y-3">
          {named.map((kind) => (
            <Fact key={kind} label={t(`complaint.${kind}`)}>
              <span className="tabular-nums ltr-isolate">
                {complaint[kind].map((id) => `#${id}`).join(' ')}
              </span>
            </Fact>
          ))}
        </dl>
      )}
    </Card>
  )
}
