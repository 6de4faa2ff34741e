import { ScanLine } from 'lucide-react'
import { type FormEvent, lazy, Suspense, useState } from 'react'
import type { Text } from '#contract/text.ts'
import { t } from '../../shared/i18n/i18n.ts'
import { Button } from '../../shared/ui/button.tsx'
import { TextField } from '../../shared/ui/forms/field.tsx'
import { useHydrated } from '../../shared/ui/loading/use-hydrated.ts'

const ScanCode = lazy(async () => ({ default: (await import('./scan-code.tsx')).ScanCode }))

type Props = {
  number: string
  error: Text | undefined
  onChange: (number: string) => void
  onSubmit: (number: string) => void
}

export function NumberForm({ number, error, onChange, onSubmit }: Props) {
  function submit(event: FormEvent) {
    event.preventDefault()
    onSubmit(number)
  }
  return (
    <form noValidate onSubmit={submit} className="grid grid-cols-1 gap-4">
      <h2 className="display text-2xl">{t('On paper?')}</h2>
      <TextField
        label={t('Document number')}
        hint={t('Printed beside the QR code: seven groups of four characters.')}
        value={number}
        error={error}
        onChange={(event) => onChange(event.target.value)}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={60}
        className="figures"
      />
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" variant="secondary">
          {t('Check number')}
        </Button>
        <Scan onNumber={onSubmit} />
      </div>
    </form>
  )
}

/** Few browsers can read QR codes; a phone's camera app can, and opens this page with the number. */
function Scan({ onNumber }: { onNumber: (number: string) => void }) {
  const hydrated = useHydrated()
  const [open, setOpen] = useState(false)
  const available = hydrated && 'BarcodeDetector' in window && navigator.mediaDevices !== undefined
  if (!available)
    return (
      <p className="text-sm text-muted">{t('Or scan the QR code with your phone’s camera: it opens this page.')}</p>
    )
  if (!open)
    return (
      <Button variant="quiet" onClick={() => setOpen(true)}>
        <ScanLine aria-hidden className="size-5" />
        {t('Scan QR code')}
      </Button>
    )
  return (
    <Suspense fallback={null}>
      <ScanCode
        onClose={() => setOpen(false)}
        onNumber={(number) => {
          setOpen(false)
          onNumber(number)
        }}
      />
    </Suspense>
  )
}
