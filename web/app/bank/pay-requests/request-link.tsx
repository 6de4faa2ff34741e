import { lazy, Suspense } from 'react'
import { formatMoney } from '#contract/money.ts'
import { type Text, verbatim } from '#contract/text.ts'
import { t } from '../../shared/i18n/i18n.ts'
import { CopyButton } from '../../shared/ui/copy-button.tsx'
import { Skeleton } from '../../shared/ui/feedback/skeleton.tsx'
import { ShareButton } from '../../shared/ui/share-button.tsx'
import { linkOf } from './pay-request-query.ts'

const QrCode = lazy(() => import('../qr-code.tsx').then((module) => ({ default: module.QrCode })))

/** `toAccount`: the savings account that receives. */
export type ShownRequest = { code: string; amount: number | null; reference: Text; toAccount?: Text | undefined }

/** The link and QR code of a request. */
export function RequestLink({ request: { code, amount, reference, toAccount } }: { request: ShownRequest }) {
  const link = linkOf(code)
  return (
    <div className="grid grid-cols-1 justify-items-center gap-5 text-center">
      <p role="status" className="grid gap-1">
        <span className="figures display text-4xl">{amount === null ? t('Any amount') : formatMoney(amount)}</span>
        {reference && <bdi className="wrap-anywhere text-muted">{reference}</bdi>}
        {toAccount && <span className="wrap-anywhere text-muted">{t('to {name}', { name: toAccount })}</span>}
      </p>
      <Suspense fallback={<Skeleton className="size-60" />}>
        <QrCode text={link} label={t('QR code of the payment link')} sizePx={240} />
      </Suspense>
      <p className="figures max-h-24 w-full overflow-y-auto rounded-2xl bg-sunken px-4 py-3 text-start text-sm break-all">
        {verbatim(link)}
      </p>
      <LinkButtons link={link} reference={reference} />
    </div>
  )
}

const LinkButtons = ({ link, reference }: { link: string; reference: Text }) => (
  <div className="flex flex-wrap justify-center gap-3">
    <CopyButton text={link} />
    <ShareButton title={t('Your payment link')} text={reference || undefined} url={link}>
      {t('Share')}
    </ShareButton>
  </div>
)
