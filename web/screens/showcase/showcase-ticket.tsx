import { useState } from 'react'
import { Chips } from '#ui/chips.tsx'
import { Figure } from '#ui/figure.tsx'
import { NumberField } from '#ui/number-field.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { Switch } from '#ui/switch.tsx'

const summary = [
  ['Margin', '542.175000'],
  ['Fee', '3.00'],
  ['Free margin after', '9421.30'],
  ['Margin level after', '1837'],
  ['Pip value', '5.00'],
  ['Close-out at', '0.88970'],
] as const

/** A sample ticket that shows its components together. */
export function ShowcaseTicket() {
  const [side, setSide] = useState('up')
  const [kind, setKind] = useState('market')
  const [leverage, setLeverage] = useState('100')
  const [lots, setLots] = useState('0.50')
  const [stop, setStop] = useState('1.08267')
  const [stopOn, setStopOn] = useState(true)
  const line = 'flex min-h-15 items-center justify-between gap-3 border-b border-line py-2'
  return (
    <>
      <div className="grid grid-cols-1 gap-2">
        <Segmented
          items={[
            { value: 'low', label: 'Sell', tone: 'fall' },
            { value: 'up', label: 'Buy', tone: 'rise' },
          ]}
          label="Side"
          onChange={setSide}
          value={side}
        />
        <Segmented
          items={[
            { value: 'market', label: 'Market' },
            { value: 'pending', label: 'Pending' },
          ]}
          label="Kind"
          onChange={setKind}
          value={kind}
        />
      </div>
      <div className={line}>
        <span>Leverage</span>
        <Chips
          items={['50', '100', '200', '500'].map((value) => ({ value, label: value }))}
          label="Leverage"
          variant="box"
          onChange={setLeverage}
          value={leverage}
        />
      </div>
      <div className={line}>
        <span>
          Lots
          <span className="block text-12 text-dim">
            1 lot = <Figure unit="EUR" value={100000} />
          </span>
        </span>
        <NumberField
          className="w-44"
          label="Lots"
          max="50"
          min="0.01"
          onChange={setLots}
          step="0.01"
          value={lots}
        />
      </div>
      <div className={line}>
        <span className="min-w-0">
          Stop loss
          <span className="block text-12 text-fall">
            <Figure value="-84.00" /> · <Figure unit="%" value="-0.84" />
          </span>
        </span>
        <span className="flex items-center gap-2">
          <NumberField
            className="w-40"
            disabled={!stopOn}
            label="Stop loss"
            min="0"
            onChange={setStop}
            step="0.00001"
            value={stop}
          />
          <Switch checked={stopOn} label="Stop loss" onChange={setStopOn} />
        </span>
      </div>
      <dl className="grid grid-cols-2 gap-x-6 gap-y-2 pt-3 text-13">
        {summary.map(([name, value]) => (
          <div className="flex flex-wrap justify-between gap-x-2" key={name}>
            <dt className="text-dim">{name}</dt>
            <dd className="font-semibold">
              <Figure value={value} />
            </dd>
          </div>
        ))}
      </dl>
    </>
  )
}
