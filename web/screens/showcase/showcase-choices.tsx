import { useId, useState } from 'react'
import { Chips } from '#ui/chips.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { Switch } from '#ui/switch.tsx'
import { TabPanel, Tabs } from '#ui/tabs.tsx'
import { ShowcaseSection } from '#web/screens/showcase/showcase-section.tsx'

const choicesOf = (values: readonly string[]) => values.map((value) => ({ value, label: value }))

const categories = choicesOf(['All', 'Forex', 'Crosses', 'Metals', 'Energies', 'Indices', 'Crypto', 'Shares'])
const periods = choicesOf(['1M', '5M', '15M', '30M', '1H', '1D'])
const many = choicesOf(['Overview', 'Deposits', 'Withdrawals', 'Transfers', 'Fees', 'Interest', 'Bonuses'])

export function ShowcaseChoices() {
  const id = useId()
  const [category, setCategory] = useState('All')
  const [period, setPeriod] = useState('15M')
  const [topic, setTopic] = useState('Overview')
  const [tab, setTab] = useState('holding')
  const [side, setSide] = useState('up')
  const [kind, setKind] = useState('market')
  const [leverage, setLeverage] = useState('100')
  const [on, setOn] = useState(true)
  return (
    <ShowcaseSection title="Choices">
      <Chips
        className="-mx-4 px-4"
        items={categories}
        label="Category"
        onChange={setCategory}
        value={category}
      />
      <div>
        <Tabs
          items={[
            { value: 'holding', label: 'Positions', count: 3 },
            { value: 'pending', label: 'Pending', count: 1 },
            { value: 'history', label: 'History' },
          ]}
          label="Orders"
          onChange={setTab}
          panelId={`${id}-orders`}
          value={tab}
        />
        <TabPanel className="py-3 text-13 text-dim" id={`${id}-orders`} value={tab}>
          The panel of “{tab}”.
        </TabPanel>
      </div>
      <Tabs
        dense
        items={periods}
        label="Period"
        onChange={setPeriod}
        panelId={`${id}-period`}
        value={period}
      />
      <TabPanel className="text-13 text-dim" id={`${id}-period`} value={period}>
        Candles of {period}.
      </TabPanel>
      <Tabs items={many} label="Topic" onChange={setTopic} panelId={`${id}-topic`} value={topic} />
      <TabPanel className="text-13 text-dim" id={`${id}-topic`} value={topic}>
        More tabs than fit: the row scrolls.
      </TabPanel>
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
          { value: 'never', label: 'Never', disabled: true },
        ]}
        label="Kind"
        onChange={setKind}
        value={kind}
      />
      <div className="flex items-center justify-between gap-3">
        <span>Leverage</span>
        <Chips
          items={choicesOf(['50', '100', '200', '500'])}
          label="Leverage"
          variant="box"
          onChange={setLeverage}
          value={leverage}
        />
      </div>
      <div className="flex items-center justify-between gap-3">
        <span id={`${id}-switch`}>Take profit</span>
        <span className="flex gap-3">
          <Switch checked={false} disabled label="Unavailable" onChange={setOn} />
          <Switch checked label="Always on" locked onChange={setOn} />
          <Switch checked={on} labelledBy={`${id}-switch`} onChange={setOn} />
          <Switch checked={!on} label="The opposite" onChange={(next) => setOn(!next)} />
        </span>
      </div>
    </ShowcaseSection>
  )
}
