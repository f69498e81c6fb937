import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { CodeField, type CodeSend } from '#ui/code-field.tsx'
import { Field } from '#ui/field.tsx'
import { FieldFrame } from '#ui/field-frame.tsx'
import { Figure } from '#ui/figure.tsx'
import { FixedWidthLabel } from '#ui/fixed-width-label.tsx'
import { type NewPassword, NewPasswordFields } from '#ui/new-password-fields.tsx'
import { NumberField } from '#ui/number-field.tsx'
import { PasswordField } from '#ui/password-field.tsx'
import { SearchField } from '#ui/search-field.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { StrengthMeter } from '#ui/strength-meter.tsx'
import { TextArea } from '#ui/text-area.tsx'
import { ShowcaseSection } from '#web/screens/showcase/showcase-section.tsx'

const areas = [
  { value: '1', label: '+852 Hong Kong' },
  { value: '2', label: '+66 Thailand' },
]

export function ShowcaseFields() {
  const [newPassword, setNewPassword] = useState<NewPassword>({ password: '', repeated: '' })
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
      <PasswordField autoComplete="current-password" defaultValue="correct horse" label="Password" />
      <NewPasswordFields
        errors={{}}
        hint="At least 8 characters"
        labels={{ password: 'New password', repeated: 'New password again' }}
        onChange={(field, text) => setNewPassword({ ...newPassword, [field]: text })}
        values={newPassword}
      />
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
            blurMode="keep"
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

const labels = ['Send code', 'Send again', '60 s']
const idle: CodeSend = {
  label: 'Send code',
  labels,
  isWaiting: false,
  isBusy: false,
  onSend: () => undefined,
}
const states: Readonly<Record<string, CodeSend>> = {
  'Code to be sent': idle,
  'Code on its way': { ...idle, isBusy: true },
  'Code sent': { ...idle, label: '9 s', isWaiting: true, name: 'You can ask for another code in 9 seconds' },
  'Code to be sent again': { ...idle, label: 'Send again' },
}

const strengths = ['Not enough', 'Weak', 'Fair', 'Good', 'Strong']

/** Code fields and the password strength meter. */
export function ShowcaseCodeFields() {
  const [code, setCode] = useState('481516')
  const [presses, setPresses] = useState(0)
  const onSend = () => setPresses(presses + 1)
  return (
    <ShowcaseSection title="Code, strength">
      {Object.entries(states).map(([label, send]) => (
        <CodeField key={label} label={label} onChange={setCode} send={{ ...send, onSend }} value={code} />
      ))}
      <CodeField
        error="This code is wrong or has expired"
        label="Wrong code"
        onChange={setCode}
        send={idle}
        value={code}
      />
      <CodeField
        hint="On its way to ann@example.com"
        label="Code with a hint"
        onChange={setCode}
        send={idle}
        value={code}
      />
      {([0, 1, 2, 3, 4] as const).map((level) => (
        <StrengthMeter
          allTexts={strengths}
          key={level}
          label="Strength"
          level={level}
          text={strengths[level] ?? ''}
        />
      ))}
      <StrengthMeter allTexts={strengths} label="Strength of nothing" level={0} text="" />
      <span className="text-13">
        <FixedWidthLabel allTexts={['Short', 'Quite a bit longer']} text="Short" /> and what follows stays
        where it is
      </span>
      <output className="text-12 text-dim" data-testid="code">
        {code} · {presses}
      </output>
    </ShowcaseSection>
  )
}
