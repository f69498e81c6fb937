import { type FormEvent, useState } from 'react'
import type { CallFailure } from '#browser/calls/call-failure.ts'
import { longestRemark } from '#core/user/operator-remark.ts'
import { SecondFactorField } from '#desk/parts/credential-fields.tsx'
import { useParts, useTranslate } from '#desk/parts/desk-parts.tsx'
import { fieldRefusals } from '#desk/parts/field-refusals.ts'
import { useMutation } from '#desk/parts/mutation.ts'
import { Page } from '#desk/parts/page.tsx'
import { ApprovalsLink } from '#desk/parts/proposal-notice.tsx'
import { remarkLength } from '#desk/parts/remark.ts'
import {
  type AdjustmentForm,
  adjustmentFaults,
  adjustmentInput,
  directionOf,
  emptyAdjustment,
  isValid,
  sizeOf,
} from '#desk/screens/adjustment/adjustment-form.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { figureText } from '#ui/figure-format.ts'
import { Notice } from '#ui/notice.tsx'
import { Panel } from '#ui/panel.tsx'
import { TextArea } from '#ui/text-area.tsx'

/** Proposes to change a balance. A second operator approves it before anything moves. */
export function AdjustmentScreen() {
  const t = useTranslate()
  const [proposed, setProposed] = useState<number>()
  return (
    <Page text={t('adjustment.text')} title={t('adjustment.title')} width="narrow">
      <div className="grid gap-4">
        {proposed === undefined ? null : (
          <Notice action={<ApprovalsLink />} icon="check-circle" live>
            {t('adjustment.proposed', { id: proposed })}
          </Notice>
        )}
        <Panel>
          {/* The key empties the form after each proposal. */}
          <ProposeForm key={proposed} onProposed={setProposed} />
        </Panel>
      </div>
    </Page>
  )
}

function ProposeForm({ onProposed }: { onProposed: (proposalId: number) => void }) {
  const t = useTranslate()
  const { calls } = useParts()
  const { run, isBusy, failure } = useMutation(calls.proposeAdjustment)
  const [form, setForm] = useState(emptyAdjustment)
  const [isTried, setIsTried] = useState(false)
  const faults = adjustmentFaults(form)
  const faultOf = (field: keyof AdjustmentForm) => {
    const fault = isTried ? faults[field] : undefined
    return fault === undefined ? undefined : t(fault, { limit: longestRemark })
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setIsTried(true)
    if (!isValid(faults)) return
    const result = await run(adjustmentInput(form))
    if (result.isDone) onProposed(result.answer.proposal_id)
  }
  return (
    <form className="grid gap-4" noValidate onSubmit={(event) => void submit(event)}>
      <Field
        autoComplete="off"
        dir="ltr"
        error={faultOf('uid') ?? userRefusal(failure)}
        inputMode="numeric"
        label={t('adjustment.uid')}
        maxLength={16}
        onChange={(event) => setForm({ ...form, uid: event.target.value })}
        value={form.uid}
      />
      <Field
        autoComplete="off"
        dir="ltr"
        error={faultOf('amount')}
        hint={t(`adjustment.effect.${directionOf(form.amount) ?? 'none'}`, {
          amount: figureText(sizeOf(form.amount)),
        })}
        label={t('adjustment.amount')}
        maxLength={32}
        onChange={(event) => setForm({ ...form, amount: event.target.value })}
        suffix="USD"
        value={form.amount}
      />
      <TextArea
        aside={t('note.length', { count: remarkLength(form.memo), limit: longestRemark })}
        dir="auto"
        error={faultOf('memo')}
        hint={t('adjustment.memo_hint')}
        label={t('adjustment.memo')}
        onChange={(event) => setForm({ ...form, memo: event.target.value })}
        value={form.memo}
      />
      <SecondFactorField
        error={faultOf('code') ?? fieldRefusals(failure).code}
        onChange={(code) => setForm({ ...form, code })}
        value={form.code}
      />
      <Button busy={isBusy} type="submit">
        {t('adjustment.submit')}
      </Button>
    </form>
  )
}

/** Refusals that concern the user: there is none with this uid, or it is a demo account. */
function userRefusal(failure: CallFailure | undefined): string | undefined {
  if (failure?.kind !== 'refused') return undefined
  const isOfUser = failure.reason === 'not_found' || failure.reason === 'demo_forbidden'
  return isOfUser ? failure.msg : undefined
}
