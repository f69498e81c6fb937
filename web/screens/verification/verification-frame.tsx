import type { ReactNode } from 'react'
import { PullToRefresh } from '#ui/pull-to-refresh.tsx'
import { Screen } from '#ui/screen.tsx'
import { useDictionary } from '#web/parts/app-parts.tsx'
import { useBack } from '#web/parts/navigation.ts'

type VerificationFrameProps = {
  readonly onRefresh: () => void
  readonly footer?: ReactNode
  readonly children: ReactNode
}

export function VerificationFrame({ onRefresh, footer, children }: VerificationFrameProps) {
  const t = useDictionary('account')
  const back = useBack('/user')
  return (
    <Screen back={back} footer={footer} title={t('title.auth')}>
      <PullToRefresh onRefresh={onRefresh}>
        <div className="px-4 pt-1 pb-6">{children}</div>
      </PullToRefresh>
    </Screen>
  )
}
