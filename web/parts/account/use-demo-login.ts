import { isCallFailure } from '#browser/calls/call-failure.ts'
import { randomKey } from '#browser/platform/random.ts'
import { browserStorage, storedText } from '#browser/storage/stored-text.ts'
import { logInDemo } from '#web/calls/session.ts'
import { useParts } from '#web/parts/app-parts.tsx'
import { useSingleFlight } from '#web/parts/use-single-flight.ts'
import { demoIdStorageKey, loadDemoId } from '#web/stores/demo-id.ts'

/** Logs in to the demo account of this device. Calls `onLoggedIn` afterwards. */
export function useDemoLogin(onLoggedIn: () => void) {
  const { caller, currentUser: account } = useParts()
  const { isBusy, run } = useSingleFlight()
  const enter = () =>
    void run(async (signal) => {
      const demo_id = loadDemoId(storedText(browserStorage(), demoIdStorageKey), randomKey)
      try {
        account.setSession(await logInDemo(caller.call, { demo_id }, signal))
        onLoggedIn()
      } catch (failure) {
        // `caller` has already shown the failure. The user can tap again.
        if (!isCallFailure(failure)) throw failure
      }
    })
  return { isBusy, enter }
}
