import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import type { getSettings, Settings, updateSettings } from '#contract/settings.ts'
import { ApiError } from '../../shared/api/api-error.ts'
import { call } from '../../shared/api/call.ts'
import { queryClient } from '../../shared/api/query-client.ts'
import { tellError } from '../../shared/tell-error.ts'
import { notify } from '../../shared/ui/notifications.ts'
import { OfficePage, panelClass } from '../office-page.tsx'
import { TableFailed, TableShape } from '../table-parts.tsx'
import { BankingSection } from './banking-section.tsx'
import { ChannelsSection } from './channels-section.tsx'
import { CryptoSection } from './crypto-section.tsx'
import { lastChanges } from './last-changes.ts'
import { MailSection } from './mail-section.tsx'
import { RepliesSection } from './canned-replies-section.tsx'
import type { SectionProps } from './section-card.tsx'
import { bodyFor, type Draft, draftOf, problemOf, type Section, sectionOf } from './settings-form.ts'
import { settingsActsQuery, settingsQuery } from './settings-query.ts'

const DONE_TEXT = 'Updated successfully!'
const FAILED_TEXT = 'An error occurred while fetching settings.'

export default function SettingsPage() {
  const settings = useQuery(settingsQuery)
  return (
    <OfficePage title="Admin Settings">
      {settings.data && <Forms stored={settings.data} />}
      {!settings.data && (
        <div className={panelClass}>
          {settings.isError ? (
            <TableFailed text={FAILED_TEXT} onRetry={() => void settings.refetch()} busy={settings.isFetching} />
          ) : (
            <TableShape rows={6} />
          )}
        </div>
      )}
    </OfficePage>
  )
}

type Problems = Partial<Record<Section, string>>

function Forms({ stored }: { stored: Settings }) {
  const acts = useQuery(settingsActsQuery)
  const last = lastChanges(acts.data ?? [])
  const form = useForm<Draft>({ defaultValues: draftOf(stored) })
  const [problems, setProblems] = useState<Problems>({})
  useEffect(() => {
    // A link to one of the forms arrives before the form does.
    document.getElementById(window.location.hash.slice(1))?.scrollIntoView()
  }, [])
  const save = useMutation({
    mutationFn: async (section: Section) => {
      // Others may have changed another section since this page was opened; theirs is what is sent for it.
      const now = await call<typeof getSettings>('GET', '/settings')
      const body = bodyFor(section, form.getValues(), now)
      return call<typeof updateSettings>('PUT', '/settings', { body })
    },
    onSuccess: (saved, section) => {
      queryClient.setQueryData(settingsQuery.queryKey, saved)
      form.resetField(section, { defaultValue: draftOf(saved)[section] })
      setProblems({})
      notify({ message: DONE_TEXT })
      void queryClient.invalidateQueries({ queryKey: settingsActsQuery.queryKey })
    },
    onError: (error) => {
      const found = error instanceof ApiError ? problemsOf(error) : {}
      setProblems(found)
      if (Object.keys(found).length === 0) tellError(error)
    },
  })

  const sectionProps = (section: Section): SectionProps => ({
    form,
    stored,
    problem: problems[section],
    lastChange: last[section],
    saving: save.isPending && save.variables === section,
    onSave: () => {
      const problem = (problemOf[section] as (draft: unknown, stored: Settings) => string | undefined)(
        form.getValues(section),
        stored,
      )
      setProblems(problem ? { [section]: problem } : {})
      if (!problem) save.mutate(section)
    },
  })
  return (
    <div className="grid grid-cols-1 items-start gap-5 xl:grid-cols-2">
      <BankingSection {...sectionProps('bankingInfo')} />
      <div className="grid gap-5">
        <MailSection {...sectionProps('mail')} />
        <ChannelsSection {...sectionProps('channels')} />
      </div>
      <CryptoSection {...sectionProps('cryptoInfo')} />
      <RepliesSection {...sectionProps('cannedReplies')} />
    </div>
  )
}

/** Each said once, beside the form it is about. */
function problemsOf({ fieldErrors }: ApiError): Problems {
  const found: Problems = {}
  for (const { path, msg } of fieldErrors) {
    const section = sectionOf(path)
    if (section && !found[section]?.includes(msg)) found[section] = [found[section], msg].filter(Boolean).join(' ')
  }
  return found
}
