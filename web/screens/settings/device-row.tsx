import type { ReactNode } from 'react'
import { Icon } from '#ui/icon.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useDictionary } from '#web/parts/app-parts.tsx'
import { type Device, parseUserAgent } from '#web/screens/settings/user-agent.ts'

type DeviceRowProps = {
  readonly userAgent: string
  readonly address: string
  /** Formatted time of the login or last activity. */
  readonly time: string
  /** A Badge. */
  readonly badge?: ReactNode
}

/** Device, time and address. Used for sessions and for logins. */
export function DeviceRow({ userAgent, address, time, badge }: DeviceRowProps) {
  const device = parseUserAgent(userAgent)
  return (
    <div className="flex min-h-16 items-start gap-3 px-4 py-3">
      <span className="grid size-9 shrink-0 place-items-center rounded-full border border-line text-dim">
        <Icon name={device.isHandheld ? 'phone' : 'computer'} size={18} />
      </span>
      <div className="min-w-0 grow">
        <div className="flex flex-wrap items-center justify-between gap-x-2">
          <span className="min-w-0 break-words">
            <DeviceName device={device} />
          </span>
          {badge}
        </div>
        <div className="flex flex-wrap gap-x-3 text-12 text-dim">
          <span>{time}</span>
          <span className="min-w-0 break-all ltr-isolate">{address}</span>
        </div>
      </div>
    </div>
  )
}

export function DeviceRowSkeleton() {
  return (
    <div className="flex min-h-16 items-start gap-3 px-4 py-3">
      <Skeleton className="size-9" shape="circle" />
      <div className="grid grow gap-2 pt-1">
        <Skeleton className="w-32" />
        <Skeleton className="h-3 w-48" />
      </div>
    </div>
  )
}

/** For example "Chrome on Android", or only "Chrome" or "Android" if the other is unknown. */
function DeviceName({ device: { browser, system } }: { device: Device }) {
  const t = useDictionary('account')
  if (browser !== undefined && system !== undefined) return t('system.device', { browser, system })
  return browser ?? system ?? t('system.device.unknown')
}
