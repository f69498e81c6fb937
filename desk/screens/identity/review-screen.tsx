import { useState } from 'react'
import type { IdentityCheckAnswer } from '#contract/desk/identity.ts'
import { BackLink } from '#desk/parts/back-link.tsx'
import { useParts, useTranslate } from '#desk/parts/desk-parts.tsx'
import { useKeyboardShortcuts } from '#desk/parts/keyboard-shortcuts.tsx'
import { Fact, Facts, Page } from '#desk/parts/page.tsx'
import { PictureViewer } from '#desk/parts/picture-viewer.tsx'
import { type Rotation, rotateQuarter } from '#desk/parts/picture-zoom.ts'
import { PictureFrame, type PictureLabels, usePrivatePicture } from '#desk/parts/private-picture.tsx'
import { QueryView, useServerQuery } from '#desk/parts/query.tsx'
import { DateTime, TimeAgo } from '#desk/parts/time.tsx'
import { DecisionBar } from '#desk/screens/identity/decision-bar.tsx'
import type { DeskKey } from '#i18n/desk/en.ts'
import type { Translate } from '#i18n/translator.ts'
import { Badge, type BadgeTone } from '#ui/badge.tsx'
import { CopyButton } from '#ui/copy-button.tsx'
import { Notice } from '#ui/notice.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

/** One identity check: documents and decision. The server records every view in the audit log. */
export function IdentityReviewScreen({ id }: { id: number }) {
  const t = useTranslate()
  const { calls } = useParts()
  const query = useServerQuery(['identity', id], (options) => calls.identityCheck({ id }, options))
  return (
    <Page
      actions={query.data === undefined ? null : <ReviewStateBadge state={query.data.state} />}
      back={<BackLink href="/identity" label={t('check.back')} />}
      title={t('check.title', { id })}
    >
      <QueryView failedTitle={t('check.failed')} query={query} skeleton={<ReviewSkeleton />}>
        {(check) => <ReviewContent check={check} />}
      </QueryView>
    </Page>
  )
}

function ReviewSkeleton() {
  return (
    <div className="grid gap-4">
      <Skeleton className="h-16" shape="box" />
      <div className="grid gap-4 md:grid-cols-2">
        <Skeleton className="h-[50dvh]" shape="box" />
        <Skeleton className="h-[50dvh]" shape="box" />
      </div>
    </div>
  )
}

const sides = ['front', 'reverse'] as const
type Side = (typeof sides)[number]

/** Applicant data, both pictures side by side, and the decision. */
function ReviewContent({ check }: { check: IdentityCheckAnswer }) {
  const t = useTranslate()
  const pictures = {
    front: usePrivatePicture(check.front_pic),
    reverse: usePrivatePicture(check.reverse_pic),
  }
  const [rotations, setRotations] = useState<Readonly<Record<Side, Rotation>>>({ front: 0, reverse: 0 })
  const [enlarged, setEnlarged] = useState<Side>()
  const rotate = (side: Side) => setRotations({ ...rotations, [side]: rotateQuarter(rotations[side]) })
  const enlarge = (side: Side) => {
    if (pictures[side].address !== undefined) setEnlarged(side)
  }
  useKeyboardShortcuts({ f: () => enlarge('front'), b: () => enlarge('reverse') })
  const hasSeenBoth = sides.every((side) => pictures[side].address !== undefined)
  const shown = enlarged === undefined ? undefined : pictures[enlarged].address
  return (
    <div className="flex grow flex-col gap-4">
      <ApplicantFacts check={check} />
      <div className="grid grow auto-rows-fr gap-4 md:grid-cols-2">
        {sides.map((side) => (
          <PictureFrame
            key={side}
            labels={labelsOf(side, t)}
            onEnlarge={() => enlarge(side)}
            onRotate={() => rotate(side)}
            picture={pictures[side]}
            rotation={rotations[side]}
          />
        ))}
      </div>
      {check.state === 'waiting' ? <DecisionBar canApprove={hasSeenBoth} check={check} /> : null}
      {enlarged === undefined || shown === undefined ? null : (
        <PictureViewer
          address={shown}
          onClose={() => setEnlarged(undefined)}
          name={t(`picture.${enlarged}_of`)}
          onRotate={() => rotate(enlarged)}
          rotation={rotations[enlarged]}
        />
      )}
    </div>
  )
}

function labelsOf(side: Side, t: Translate<DeskKey>): PictureLabels {
  return {
    caption: t(`picture.${side}`),
    name: t(`picture.${side}_of`),
    enlarge: t(`picture.enlarge_${side}`),
    rotate: t(`picture.rotate_${side}`),
    shortcut: side === 'front' ? 'F' : 'B',
  }
}

/** The data to compare with the pictures, with warnings about earlier checks and duplicate documents. */
function ApplicantFacts({ check }: { check: IdentityCheckAnswer }) {
  const t = useTranslate()
  return (
    <div className="grid gap-3">
      <Facts>
        <Fact label={t('check.name')}>
          <bdi className="text-17 font-semibold">{check.name}</bdi>
        </Fact>
        <Fact label={t('check.number')}>
          <span className="-my-2.5 flex items-center gap-1">
            <span className="font-mono text-17 font-semibold ltr-isolate" translate="no">
              {check.card_id}
            </span>
            <CopyButton label={t('check.copy_number')} text={check.card_id} />
          </span>
        </Fact>
        <Fact label={t('check.uid')}>{check.uid}</Fact>
        <Fact label={t('check.submitted')}>
          <DateTime at={check.submitted_at} />
        </Fact>
        <DecisionFacts check={check} />
      </Facts>
      {check.same_document > 0 ? (
        <Notice className="font-semibold" icon="warning" tone="danger">
          {t('check.same_document', { count: check.same_document })}
        </Notice>
      ) : null}
      {check.earlier > 0 ? (
        <Notice className="font-semibold" icon="warning" tone="warn">
          {t('check.earlier', { count: check.earlier })}
        </Notice>
      ) : null}
    </div>
  )
}

/** Waiting time, or who decided and why. */
function DecisionFacts({ check }: { check: IdentityCheckAnswer }) {
  const t = useTranslate()
  if (check.decided_at === null) {
    return (
      <Fact label={t('check.waiting')}>
        <TimeAgo at={check.submitted_at} />
      </Fact>
    )
  }
  return (
    <>
      <Fact label={t('check.decided')}>
        <DateTime at={check.decided_at} />
      </Fact>
      <Fact label={t('check.decided_by')}>{check.decided_by}</Fact>
      {check.remark === '' ? null : (
        <Fact label={t('check.remark')}>
          <bdi className="whitespace-pre-line">{check.remark}</bdi>
        </Fact>
      )}
    </>
  )
}

const tones = { waiting: 'accent', approved: 'good', refused: 'danger' } as const satisfies Record<
  string,
  BadgeTone
>

/** State of a check. A state that only a newer server has is shown by name. */
function ReviewStateBadge({ state }: { state: string }) {
  const t = useTranslate()
  if (state !== 'waiting' && state !== 'approved' && state !== 'refused') return <Badge>{state}</Badge>
  return <Badge tone={tones[state]}>{t(`check.state.${state}`)}</Badge>
}
