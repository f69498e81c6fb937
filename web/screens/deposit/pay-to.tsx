import type { WireOption } from '#contract/calls/funds.ts'
import { Notice } from '#ui/notice.tsx'
import { Panel } from '#ui/panel.tsx'
import { QrCode } from '#ui/qr-code.tsx'
import { CopyWithToast } from '#web/parts/account/copy-with-toast.tsx'
import { useDictionary } from '#web/parts/app-parts.tsx'
import { CopyLine } from '#web/parts/funds/funds-lines.tsx'
import type { DepositTarget } from '#web/screens/deposit/deposit-state.ts'

/** Where to pay to: the address of a coin, or a bank account. */
export function PayTo({ target }: { target: DepositTarget }) {
  if (target.isGone) return <NoLongerOffered target={target} />
  return target.bank === undefined ? <CoinAddress target={target} /> : <BankAccount bank={target.bank} />
}

/** Without a QR code or copy button, so that it is not paid to again. */
function NoLongerOffered({ target: { address, bank } }: { target: DepositTarget }) {
  const t = useDictionary('funds')
  return (
    <section className="grid grid-cols-1 gap-2">
      <h2 className="text-13 text-dim">{t('deposit.gone.title')}</h2>
      <Panel className="grid gap-1 text-center">
        {bank === undefined ? null : <p>{bank.bank_name}</p>}
        <p className="break-all ltr-isolate">{address}</p>
      </Panel>
      <Notice icon="warning" live tone="danger">
        {t('deposit.gone.text')}
      </Notice>
    </section>
  )
}

function CoinAddress({ target }: { target: DepositTarget }) {
  const t = useDictionary('funds')
  const { address, currency, network } = target
  return (
    <section className="grid grid-cols-1 gap-2">
      <h2 className="text-13 text-dim">{t('deposit.pay_to')}</h2>
      <Panel className="grid justify-items-center gap-3">
        <QrCode className="size-44" label={t('deposit.qr')} text={address} />
        <p className="max-w-full text-center break-all ltr-isolate" data-address>
          {address}
        </p>
        <CopyWithToast label={t('deposit.address.copy')} showLabel text={address} />
      </Panel>
      {network === '' ? null : (
        <Notice icon="warning" tone="warn">
          {t('deposit.network.warning', { currency, network })}
        </Notice>
      )}
    </section>
  )
}

const bankFields = [
  ['bank_name', 'method.bank_name', false],
  ['payee_name', 'method.payee_name', false],
  ['payee_account', 'method.payee_account', true],
  ['bank_swift', 'method.bank_swift', true],
  ['bank_address', 'method.bank_address', false],
  ['bank_remark', 'method.bank_remark', false],
] as const

function BankAccount({ bank }: { bank: WireOption }) {
  const t = useDictionary('funds')
  return (
    <section className="grid grid-cols-1 gap-2">
      <h2 className="text-13 text-dim">{t('deposit.pay_to_bank')}</h2>
      <ul className="overflow-hidden rounded-16 border border-line bg-surface [&>li+li]:border-t [&>li+li]:border-line">
        {bankFields
          .filter(([name]) => bank[name] !== '')
          .map(([name, label, isCode]) => (
            <CopyLine isCode={isCode} key={name} label={t(label)} value={bank[name]} />
          ))}
      </ul>
    </section>
  )
}
