import { Badge, type BadgeTone } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { CopyButton } from '#ui/copy-button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { GroupedCode } from '#ui/grouped-code.tsx'
import { Notice } from '#ui/notice.tsx'
import { Panel } from '#ui/panel.tsx'
import { Progress } from '#ui/progress.tsx'
import { Skeleton, SkeletonRow } from '#ui/skeleton.tsx'
import { Spinner } from '#ui/spinner.tsx'
import type { Toasts, ToastTone } from '#ui/toasts-store.ts'
import { ShowcaseSection } from '#web/screens/showcase/showcase-section.tsx'

const badgeTones: readonly BadgeTone[] = ['neutral', 'rise', 'fall', 'good', 'danger', 'warn', 'accent']

const sayings: Readonly<Record<ToastTone, string>> = {
  neutral: 'The market opens at 22:00',
  good: 'Order placed: EUR/USD 0.50 at 1.08435',
  danger: 'Not enough free margin for this order. Choose fewer lots or a higher leverage.',
  warn: 'Prices are stale',
}

export function ShowcaseMessages({ toasts }: { toasts: Toasts }) {
  return (
    <ShowcaseSection title="Messages">
      <Notice>Simulated prices · nothing here is a real market</Notice>
      <Notice icon="offline" live tone="warn">
        Offline: these are the last prices we had
      </Notice>
      <Notice icon="warning" tone="danger">
        Your margin level is below the close-out level
      </Notice>
      <div className="flex flex-wrap gap-2">
        {badgeTones.map((tone) => (
          <Badge key={tone} tone={tone}>
            {tone}
          </Badge>
        ))}
        <Badge tone="warn">DEMO</Badge>
      </div>
      <div className="flex flex-wrap gap-2">
        {(['neutral', 'good', 'danger', 'warn'] as const).map((tone) => (
          <Button
            key={tone}
            onClick={() => toasts.show({ text: sayings[tone], tone })}
            size="small"
            variant="secondary"
          >
            toast {tone}
          </Button>
        ))}
        <Button
          onClick={() =>
            toasts.show({ text: 'Order cancelled', action: { label: 'Orders', onSelect: () => undefined } })
          }
          size="small"
          variant="secondary"
        >
          toast with action
        </Button>
      </div>
      <Panel className="flex items-center justify-between gap-2">
        <span className="min-w-0 text-13 break-all ltr-isolate">TXk4mQ9v7Jp2Lr8Yb3Nc6Wd1Ze5Sf0Ga</span>
        <CopyButton label="Copy address" text="TXk4mQ9v7Jp2Lr8Yb3Nc6Wd1Ze5Sf0Ga" />
        <CopyButton text="30018842" showLabel />
      </Panel>
      <GroupedCode value="ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad" />
      <Progress done={0.62} label="Uploading voucher" />
      <div className="flex items-center gap-3">
        <Spinner />
        <Spinner className="text-accent" size={28} />
        <Skeleton className="w-24" />
        <Skeleton shape="circle" />
      </div>
      <Skeleton className="h-24" shape="box" />
      <div className="-mx-4">
        <SkeletonRow />
      </div>
      <EmptyState
        action={<Button variant="secondary">Open a market</Button>}
        icon="order"
        text="What you buy or sell appears here."
        title="No orders yet"
      />
    </ShowcaseSection>
  )
}
