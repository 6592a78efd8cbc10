import type { OwnAccount } from '#contract/own-account.ts'
import { pagePaths } from '#contract/paths.ts'
import type { SavedSearch } from '#contract/saved-searches.ts'
import { errorMessage, hasStatus } from '../../queries/api.ts'
import type { Toast } from '../../ui/overlays/toast-store.ts'
import { mailNotice } from '../saved-mail-notice.tsx'
import { frequencyTexts } from './search-frequency-text.ts'
import { saveSearchHash } from './search-hash.ts'

/** One toast about searches at a time: the last one holds. */
export const searchToastKey = 'search'

const common = { variant: 'ok', key: searchToastKey } as const

/** After a search was saved; of mails it says what the account's settings let it say. */
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
  // Without a key: each can be undone.
  variant: 'ok',
  text: `Deleted: ${label}`,
  action: { label: 'Undo', onClick: undo },
})

/** Who is logged out meanwhile gets back to the page, and the search is saved then. */
export function notSavedToast(error: unknown, path: string): Omit<Toast, 'id'> {
  const toast = { variant: 'danger', text: errorMessage(error), key: searchToastKey } as const
  if (hasStatus(error, 401)) {
    const href = pagePaths.login(path + saveSearchHash)
    return { ...toast, action: { label: 'Log in', href } }
  }
  if (!hasStatus(error, 429)) return toast
  return { ...toast, action: { label: 'See saved', href: pagePaths.saved } }
}
