import { t } from '../i18n/i18n.ts'
import { LoadFailure } from '../ui/feedback/load-failure.tsx'

/**
 * In place of the messages. Trying again needs a page load: see `lazyPart`. Here and not with the contact page, so that it is in
 * the file of fields, which that page loads anyway.
 */
export const ConversationFailure = () => (
  <LoadFailure text={t('Failed to load the chat.')} onRetry={() => window.location.reload()} />
)

/** In place of the whole chat. */
export const ChatFailure = ({ id }: { id: string }) => (
  <div id={id} className="w-[min(21rem,calc(100vw-2rem))] rounded-card border border-line bg-surface p-6 shadow-lifted">
    <ConversationFailure />
  </div>
)
