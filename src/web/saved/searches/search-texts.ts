import type { OwnAccount } from '#contract/own-account.ts'
import { pagePaths } from '#contract/paths.ts'
import { dailyMailHour, type SearchFrequency, soonMailMinutes } from '#contract/saved-rules.ts'
import type { SavedSearch } from '#contract/saved-searches.ts'
import { formatHour } from '#format/format.ts'
import { quietHours } from '#format/quiet-hours.ts'
import { errorMessage, hasStatus } from '../../queries/api.ts'
import type { Toast } from '../../ui/overlays/toast-store.ts'
import { mailNotice } from '../saved-mail-notice.tsx'
import { saveSearchHash } from './search-hash.ts'

const hour = formatHour(dailyMailHour)

export const frequencyLabels: Record<SearchFrequency, string> = {
  soon: "As soon as it's posted",
  daily: `Daily at ${hour}`,
  off: 'Off',
}

/** Help in addition to the label. */
export const frequencyHelp: Partial<Record<SearchFrequency, string>> = {
  soon: `We check every ${soonMailMinutes} minutes, but not between ${formatHour(quietHours.from)} and ${formatHour(quietHours.to)}.`,
}

/** The sentence after a frequency is chosen. */
const frequencyTexts: Record<SearchFrequency, string> = {
  soon: "We'll email you soon after something new is posted.",
  daily: `We'll email you at ${hour} when something new is posted.`,
  off: "We won't email you about this search.",
}

/** The key of toasts about searches, so that only the last one is shown. */
export const searchToastKey = 'search'

const common = { variant: 'ok', key: searchToastKey } as const

/** The toast after saving a search. Its sentence about emails depends on the account's settings. */
export function savedToast(
  { frequency }: Pick<SavedSearch, 'frequency'>,
  account: OwnAccount | undefined,
): Omit<Toast, 'id'> {
  const notice = account && mailNotice(account)
  return notice
    ? {
        ...common,
        text: `Search saved. ${notice.text}`,
        action: { label: notice.link, href: notice.path },
      }
    : {
        ...common,
        text: `Search saved. ${frequencyTexts[frequency]}`,
        action: { label: 'See saved', href: pagePaths.saved },
      }
}

export const frequencyToast = ({
  label,
  frequency,
}: Pick<SavedSearch, 'label' | 'frequency'>): Omit<Toast, 'id'> => ({
  ...common,
  text: `${label}. ${frequencyTexts[frequency]}`,
})

export const deletedToast = (
  { label }: Pick<SavedSearch, 'label'>,
  undo: () => void,
): Omit<Toast, 'id'> => ({
  // This toast has no key, so that several can stay and each can be undone.
  variant: 'ok',
  text: `Deleted: ${label}`,
  action: { label: 'Undo', onClick: undo },
})

/**
 * The toast if a search was not saved. After the session has ended, it links to the login, which leads back to the page,
 * and the page then saves the search.
 */
export function searchNotSavedToast(error: unknown, path: string): Omit<Toast, 'id'> {
  const toast = { variant: 'danger', text: errorMessage(error), key: searchToastKey } as const
  if (hasStatus(error, 401)) {
    const href = pagePaths.login(path + saveSearchHash)
    return { ...toast, action: { label: 'Log in', href } }
  }
  if (!hasStatus(error, 429)) return toast
  return { ...toast, action: { label: 'See saved', href: pagePaths.saved } }
}
