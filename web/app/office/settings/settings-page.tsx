import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { ProposalKind } from '#contract/authority/proposal-kinds.ts'
import type { getSettings, Settings, updateSettings } from '#contract/settings/settings.ts'
import { joinTexts, type Text } from '#contract/text.ts'
import { msg, type TextId } from '#contract/text-id.ts'
import { ApiError } from '../../shared/api/api-error.ts'
import { call } from '../../shared/api/call.ts'
import { queryClient } from '../../shared/api/query-client.ts'
import { t } from '../../shared/i18n/i18n.ts'
import { showError } from '../../shared/show-error.ts'
import { showToast } from '../../shared/ui/feedback/toasts.ts'
import { useForm } from '../../shared/ui/forms/use-form.ts'
import { useLeaveQuestion } from '../../shared/ui/forms/use-leave-question.tsx'
import { AccountsPanel } from '../external-money/statements/accounts-panel.tsx'
import { OfficePage, panelClass } from '../layout/office-page.tsx'
import { TableError, TableSkeleton } from '../parts/table-parts.tsx'
import { pendingProposalsQuery } from '../proposals/proposals-query.ts'
import { isProposal, PROPOSED_TEXT } from '../proposals/proposed.ts'
import { WebhooksPanel } from '../webhooks/webhooks-panel.tsx'
import { BankingSection } from './banking-section.tsx'
import { CannedRepliesSection } from './canned-replies-section.tsx'
import { ChannelsSection } from './channels-section.tsx'
import { CryptoSection } from './crypto-section.tsx'
import { lastChanges } from './last-changes.ts'
import { MailSection, UNANNOUNCED_TEXT } from './mail-section.tsx'
import type { SectionProps } from './section-card.tsx'
import { type Draft, type Section, sectionOfField, toDraft, toRequestBody, validateSection } from './settings-form.ts'
import { settingsHistoryQuery, settingsQuery } from './settings-query.ts'

const DONE_TEXT = msg('Updated successfully!')
const ERROR_TEXT = msg('An error occurred while fetching settings.')

export default function SettingsPage() {
  const settings = useQuery(settingsQuery)
  return (
    <OfficePage title={t('Admin Settings')}>
      {settings.data && <SettingsForms stored={settings.data} />}
      {!settings.data && (
        <div className={panelClass}>
          {settings.isError ? (
            <TableError text={t(ERROR_TEXT)} onRetry={() => void settings.refetch()} busy={settings.isFetching} />
          ) : (
            <TableSkeleton rows={6} />
          )}
        </div>
      )}
    </OfficePage>
  )
}

const KIND_OF_SECTION: Partial<Record<Section, ProposalKind>> = {
  bankingInfo: 'bank_details',
  cryptoInfo: 'crypto_addresses',
  channels: 'contact_number',
  mail: 'mail_server',
}

type Problems = Partial<Record<Section, Text>>

function SettingsForms({ stored }: { stored: Settings }) {
  const history = useQuery(settingsHistoryQuery)
  const lastChangeOf = lastChanges(history.data ?? [])
  const proposals = useQuery(pendingProposalsQuery).data ?? []
  const form = useForm<Draft>({ defaultValues: toDraft(stored) })
  const [problems, setProblems] = useState<Problems>({})
  const leaveQuestion = useLeaveQuestion(form.formState.isDirty)
  useEffect(() => {
    // The forms render after the browser has looked for the anchor in the URL.
    document.getElementById(window.location.hash.slice(1))?.scrollIntoView()
  }, [])
  const save = useMutation({
    mutationFn: async (section: Section) => {
      // Colleagues may have changed other sections since this page was opened: send those as they are stored now.
      const now = await call<typeof getSettings>('GET', '/settings')
      const body = toRequestBody(section, form.getValues(), now)
      return call<typeof updateSettings>('PUT', '/settings', { body })
    },
    onSuccess: async (answer, section) => {
      // What waits for a second person is shown as it is stored.
      const saved = isProposal(answer) ? await call<typeof getSettings>('GET', '/settings') : answer
      queryClient.setQueryData(settingsQuery.queryKey, saved)
      form.resetField(section, { defaultValue: toDraft(saved)[section] })
      setProblems({})
      showToast({ message: isProposal(answer) ? t(PROPOSED_TEXT) : t(DONE_TEXT) })
      void queryClient.invalidateQueries({ queryKey: settingsHistoryQuery.queryKey })
      void queryClient.invalidateQueries({ queryKey: pendingProposalsQuery.queryKey })
    },
    onError: (error) => {
      const found = error instanceof ApiError ? toProblems(error) : {}
      if (error instanceof ApiError && error.code === 'mail_change_unannounced') found.mail = t(UNANNOUNCED_TEXT)
      setProblems(found)
      if (Object.keys(found).length === 0) showError(error)
    },
  })

  const sectionProps = (section: Section): SectionProps => ({
    form,
    stored,
    problem: problems[section],
    lastChange: lastChangeOf[section],
    waiting: proposals.find(({ kind }) => kind === KIND_OF_SECTION[section]),
    saving: save.isPending && save.variables === section,
    onSave: () => {
      const problem = (validateSection[section] as (draft: unknown, stored: Settings) => TextId | undefined)(
        form.getValues(section),
        stored,
      )
      setProblems(problem ? { [section]: t(problem) } : {})
      if (!problem) save.mutate(section)
    },
  })
  return (
    <div className="grid grid-cols-1 items-start gap-5 xl:grid-cols-2">
      {leaveQuestion}
      <BankingSection {...sectionProps('bankingInfo')} />
      <div className="grid gap-5">
        <MailSection {...sectionProps('mail')} />
        <ChannelsSection {...sectionProps('channels')} />
      </div>
      <CryptoSection {...sectionProps('cryptoInfo')} />
      <CannedRepliesSection {...sectionProps('cannedReplies')} />
      <div className="xl:col-span-2">
        <AccountsPanel />
      </div>
      <div className="xl:col-span-2">
        <WebhooksPanel />
      </div>
    </div>
  )
}

/** The messages of each section's fields, without duplicates. */
function toProblems({ fieldErrors }: ApiError): Problems {
  const found: Problems = {}
  for (const { path, msg } of fieldErrors) {
    const section = sectionOfField(path)
    if (section && !found[section]?.includes(msg)) found[section] = joinTexts(' ', found[section], msg)
  }
  return found
}
