import { useEffect } from 'react'
import { useDictionary, useParts, useStore } from '#web/parts/app-parts.tsx'
import { useOnPageVisible } from '#web/parts/page-visibility.ts'
import { pushDeviceOf } from '#web/parts/push/push-device-of.ts'
import { useSingleFlight } from '#web/parts/use-single-flight.ts'
import type { EnableResult, PushDevice } from '#web/push/push-device.ts'

/** Pushes to this device, and the switches for them. A toast tells the result. */
export function usePushDevice() {
  const parts = useParts()
  const t = useDictionary('push')
  const device = pushDeviceOf(parts)
  const state = useStore(device)
  const { isBusy, run } = useSingleFlight()
  useFreshPermission(device)
  const turnOn = (answered: (result: EnableResult) => void = () => undefined) =>
    void run(async () => {
      const result = await device.enable()
      parts.toasts.show(result === 'on' ? { text: t('push.done'), tone: 'good' } : problem(result))
      answered(result)
    })
  const problem = (result: Exclude<EnableResult, 'on'>) =>
    ({ text: t(`push.${result}`), tone: result === 'failed' ? 'danger' : 'warn' }) as const
  const turnOff = () =>
    void run(async () => {
      if (!(await device.disable())) parts.toasts.show({ text: t('push.not_off'), tone: 'danger' })
    })
  return { state, isBusy, turnOn, turnOff }
}

/** The user may have changed the permission in the settings of the browser. */
function useFreshPermission(device: PushDevice): void {
  useEffect(() => device.refresh(), [device])
  useOnPageVisible(device.refresh)
}
