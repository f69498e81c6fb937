import { isCallFailure } from '#browser/calls/call-failure.ts'
import { removeAlert } from '#web/calls/alerts.ts'
import { refreshAlerts, unlistAlert } from '#web/parts/alerts/use-alerts.ts'
import { useDictionary, useParts } from '#web/parts/app-parts.tsx'
import { useSingleFlight } from '#web/parts/use-single-flight.ts'

/** Removes an alert, then calls `onRemoved`. A toast shows a failure, and the list is read again: it may be gone. */
export function useRemoveAlert(onRemoved: () => void) {
  const parts = useParts()
  const t = useDictionary('alerts')
  const { isBusy, run } = useSingleFlight()
  const remove = (id: number) =>
    void run(async () => {
      try {
        await removeAlert(parts.caller.call, id)
      } catch (failure) {
        if (!isCallFailure(failure)) throw failure
        refreshAlerts(parts)
        return
      }
      unlistAlert(parts, id)
      onRemoved()
      parts.toasts.show({ text: t('alerts.removed'), tone: 'good' })
    })
  return { isBusy, remove }
}
