import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { FieldFrame } from '#ui/field-frame.tsx'
import { Figure } from '#ui/figure.tsx'
import { NumberField } from '#ui/number-field.tsx'
import { PasswordField } from '#ui/password-field.tsx'
import { SearchField } from '#ui/search-field.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { TextArea } from '#ui/text-area.tsx'
import { ShowcaseSection } from '#web/screens/showcase/showcase-section.tsx'

const areas = [
  { value: '1', label: '+852 Hong Kong' },
  { value: '2', label: '+66 Thailand' },
]

export function ShowcaseFields() {
  const [search, setSearch] = useState('eur')
  const [area, setArea] = useState('1')
  const [lots, setLots] = useState('0.50')
  const [stop, setStop] = useState('')
  const [amount, setAmount] = useState('250')
  return (
    <ShowcaseSection title="Field">
      <Field
        autoComplete="email"
        dir="ltr"
        hint="We send a code there."
        inputMode="email"
        label="Email"
        placeholder="you@example.com"
      />
      <Field defaultValue="lee@" error="This is not an email address" label="Email with an error" />
      <Field
        inputMode="numeric"
        label="Code"
        suffix={
          <Button size="small" variant="quiet">
            Send code
          </Button>
        }
      />
      <PasswordField autoComplete="new-password" defaultValue="correct horse" label="Password" />
      <SearchField label="Search markets" onChange={setSearch} placeholder="Search markets" value={search} />
      <Field defaultValue="Disabled" disabled label="Disabled" />
      <SelectField label="Area" onChange={setArea} options={areas} value={area} />
      <TextArea label="Message" placeholder="Tell us what happened" />
      <div className="flex items-center justify-between gap-3">
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
      <div className="flex items-center justify-between gap-3">
        <span>Stop loss</span>
        <NumberField
          className="w-44"
          label="Stop loss"
          placeholder="none"
          min="0"
          onChange={setStop}
          start="1.08427"
          step="0.00001"
          value={stop}
        />
      </div>
      <FieldFrame aside={<Figure unit="USD" value="9421.30" />} error="The least is 500" label="Amount">
        {(control) => (
          <NumberField
            {...control}
            label="Amount"
            min="0"
            onChange={setAmount}
            onLeave="keep"
            step="50"
            value={amount}
          />
        )}
      </FieldFrame>
      <output className="text-12 text-dim" data-testid="lots">
        {lots} · {stop === '' ? 'no stop' : stop} · {amount}
      </output>
    </ShowcaseSection>
  )
}
