import { ListRow } from '#ui/list-row.tsx'
import { Switch } from '#ui/switch.tsx'
import { useDictionary } from '#web/parts/app-parts.tsx'
import { usePushDevice } from '#web/parts/push/use-push-device.ts'

/** Whether this device receives pushes: a switch, or why there is none. */
export function PushDevice() {
  const t = useDictionary('push')
  const { state, isBusy, turnOn, turnOff } = usePushDevice()
  const hasSwitch = state === 'on' || state === 'off'
  return (
    <ListRow
      control={
        hasSwitch ? (
          <Switch
            checked={state === 'on'}
            disabled={isBusy}
            label={t('push.device')}
            onChange={(isOn) => (isOn ? turnOn() : turnOff())}
          />
        ) : undefined
      }
      icon="phone"
      label={t('push.device')}
      note={t(`push.device.${state}`)}
    />
  )
}
