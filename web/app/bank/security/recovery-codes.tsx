import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { replaceRecoveryCodes } from '#contract/identity/factors.ts'
import { verbatim } from '#contract/text.ts'
import { msg } from '#contract/text-id.ts'
import { call } from '../../shared/api/call.ts'
import { reloadFactors } from '../../shared/api/factors-query.ts'
import { t } from '../../shared/i18n/i18n.ts'
import { codesLeft, hasFewCodes } from '../../shared/session/remind-of-recovery-codes.ts'
import { showError } from '../../shared/show-error.ts'
import { Button } from '../../shared/ui/button.tsx'
import { AskDialog } from '../ask-dialog.tsx'
import { SettingsCard } from '../settings/settings-card.tsx'
import { CodesDialog } from './codes-dialog.tsx'

const LEAD = msg(
  'Your way back in if you lose your phone: each code takes the place of your second factor once. Keep them on paper.',
)

export function RecoveryCodes({ left }: { left: number }) {
  const [asking, setAsking] = useState(false)
  const [codes, setCodes] = useState<string[] | null>(null)
  const replace = useMutation({
    mutationFn: () => call<typeof replaceRecoveryCodes>('POST', '/users/factors/recovery-codes'),
    onSuccess: ({ recoveryCodes }) => {
      setCodes(recoveryCodes)
      setAsking(false)
    },
    onError: (error) => showError(error),
    onSettled: reloadFactors,
  })
  const few = hasFewCodes(left)
  return (
    <SettingsCard id="recovery-codes" title={t('Recovery codes')} lead={t(LEAD)}>
      <p className={few ? 'font-medium text-warning' : 'font-medium'}>
        {codesLeft(left)}
        {verbatim('. ')}
        {few && t('Make a set so that you can’t be locked out.')}
      </p>
      <Button
        variant={few ? 'primary' : 'secondary'}
        busy={replace.isPending && !asking}
        onClick={() => (left > 0 ? setAsking(true) : replace.mutate())}
        className="justify-self-start"
      >
        {left > 0 ? t('Make new codes') : t('Make recovery codes')}
      </Button>
      {asking && (
        <AskDialog
          title={t('Make new recovery codes?')}
          action={t('Make new codes')}
          busy={replace.isPending}
          onAct={() => replace.mutate()}
          onClose={() => setAsking(false)}
        >
          {t('You get ten new codes, and the old ones stop working at once.')}
        </AskDialog>
      )}
      {codes && <CodesDialog codes={codes} onClose={() => setCodes(null)} />}
    </SettingsCard>
  )
}
