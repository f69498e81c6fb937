import { useBook } from '#web/parts/app-parts.tsx'
import type { Device } from '#web/screens/system/device-of.ts'

/** "Chrome on Android", or as much of it as is known. */
export function DeviceName({ device: { browser, system } }: { device: Device }) {
  const t = useBook('account')
  if (browser !== undefined && system !== undefined) return t('system.device', { browser, system })
  return browser ?? system ?? t('system.device.unknown')
}
