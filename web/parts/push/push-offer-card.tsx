import { useEffect, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { useDictionary, useParts, useStore } from '#web/parts/app-parts.tsx'
import { canOfferPush, declineOffer } from '#web/parts/push/can-offer-push.ts'
import { pushOfferOf } from '#web/parts/push/push-offer.ts'
import { usePushDevice } from '#web/parts/push/use-push-device.ts'

/**
 * Offers pushes at the top of the screen, after the user has done something that they would tell about. Not an overlay:
 * it must not come between a user and a position. Only "Turn on" makes the browser ask for its permission.
 */
export function PushOfferCard() {
  const t = useDictionary('push')
  const parts = useParts()
  const { state, isBusy, turnOn } = usePushDevice()
  const [mayAsk] = useState(() => canOfferPush(parts))
  const isShown = mayAsk && state === 'off'
  const { settle } = pushOfferOf(parts)
  useEffect(() => {
    if (!isShown) settle()
  }, [isShown, settle])
  if (!isShown) return null
  const decline = () => {
    declineOffer(parts)
    settle()
  }
  return (
    <aside aria-labelledby={titleId} className="column shrink-0 px-4 pt-safe">
      <div
        className="mt-2 grid grid-cols-1 gap-3 rounded-16 border border-line bg-raised p-4"
        data-late-presses
      >
        <Reason />
        <div className="flex gap-3">
          <Icon className="text-accent" name="bell" size={20} />
          <div className="min-w-0 grow">
            <h2 className="font-semibold" id={titleId}>
              {t('push.offer.title')}
            </h2>
            <p className="text-13 text-dim">{t('push.offer.text')}</p>
          </div>
        </div>
        <div className="flex flex-wrap justify-end gap-2">
          <Button disabled={isBusy} onClick={decline} variant="quiet">
            {t('push.offer.later')}
          </Button>
          {/* A user who closes the question of the browser has answered for now, too. */}
          <Button
            busy={isBusy}
            onClick={() => turnOn((result) => (result === 'dismissed' ? decline() : undefined))}
          >
            {t('push.offer.on')}
          </Button>
        </div>
      </div>
    </aside>
  )
}

/** There is one card. */
const titleId = 'push-offer'

/** What the user has just done, in place of a toast. */
function Reason() {
  const said = useStore(pushOfferOf(useParts()))?.said
  if (said === undefined) return null
  return (
    <p className="flex gap-3 border-b border-line pb-3" role="status">
      <Icon className="text-good" name="check-circle" size={20} />
      {said}
    </p>
  )
}
