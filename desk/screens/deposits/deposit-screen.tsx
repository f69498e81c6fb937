import { useState } from 'react'
import type { DepositDetailsAnswer } from '#contract/desk/funds.ts'
import { BackLink } from '#desk/parts/back-link.tsx'
import { useParts, useTranslate } from '#desk/parts/desk-parts.tsx'
import { useKeyboardShortcuts } from '#desk/parts/keyboard-shortcuts.tsx'
import { Page } from '#desk/parts/page.tsx'
import { PictureViewer } from '#desk/parts/picture-viewer.tsx'
import { type Rotation, rotateQuarter } from '#desk/parts/picture-zoom.ts'
import { PictureFrame, usePrivatePicture } from '#desk/parts/private-picture.tsx'
import { QueryView, type ServerQuery, useServerQuery } from '#desk/parts/query.tsx'
import { DepositDecisionBar } from '#desk/screens/deposits/deposit-decision-bar.tsx'
import { DepositFacts, DepositStateBadge, DepositWarnings } from '#desk/screens/deposits/deposit-facts.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

/** One deposit with its voucher and decision. The server records every view in the audit log. */
export function DepositScreen({ id }: { id: number }) {
  const t = useTranslate()
  const { calls } = useParts()
  const query = useServerQuery(['deposit', id], (options) => calls.deposit({ id }, options))
  return (
    <Page
      actions={query.data === undefined ? null : <DepositStateBadge state={query.data.state} />}
      back={<BackLink href="/deposits" label={t('deposit.back')} />}
      title={t('deposit.title', { id })}
    >
      <QueryView failedTitle={t('deposit.failed')} query={query} skeleton={<DepositSkeleton />}>
        {(deposit) => <DepositContent deposit={deposit} query={query} />}
      </QueryView>
    </Page>
  )
}

function DepositSkeleton() {
  return (
    <div className="grid gap-4 md:grid-cols-2">
      <Skeleton className="h-[60dvh]" shape="box" />
      <Skeleton className="h-[60dvh]" shape="box" />
    </div>
  )
}

type DepositContentProps = {
  readonly deposit: DepositDetailsAnswer
  readonly query: ServerQuery<DepositDetailsAnswer>
}

/** Data and voucher side by side, and the decision below. */
function DepositContent({ deposit, query }: DepositContentProps) {
  const t = useTranslate()
  const picture = usePrivatePicture(deposit.voucher)
  const [rotation, setRotation] = useState<Rotation>(0)
  const [isEnlarged, setIsEnlarged] = useState(false)
  const rotate = () => setRotation(rotateQuarter(rotation))
  const { address } = picture
  const enlarge = () => setIsEnlarged(address !== undefined)
  useKeyboardShortcuts({ v: enlarge })
  return (
    <div className="flex grow flex-col gap-4">
      <DepositWarnings deposit={deposit} />
      <div className="grid grow gap-4 md:grid-cols-2">
        <DepositFacts deposit={deposit} />
        <PictureFrame
          labels={{
            caption: t('voucher.caption'),
            name: t('voucher.name'),
            enlarge: t('voucher.enlarge'),
            rotate: t('voucher.rotate'),
            shortcut: 'V',
          }}
          onEnlarge={enlarge}
          onRotate={rotate}
          picture={picture}
          rotation={rotation}
        />
      </div>
      {deposit.state === 'waiting' && deposit.under_way === null ? (
        <DepositDecisionBar canFinish={address !== undefined} deposit={deposit} reload={query.refetch} />
      ) : null}
      {isEnlarged && address !== undefined ? (
        <PictureViewer
          address={address}
          name={t('voucher.name')}
          onClose={() => setIsEnlarged(false)}
          onRotate={rotate}
          rotation={rotation}
        />
      ) : null}
    </div>
  )
}
