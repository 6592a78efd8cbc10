import { pagePaths } from '#contract/paths.ts'
import type { UnsubscribeLink } from '#contract/unsubscribe-link.ts'

interface UnsubscribeScreen {
  title: string
  lead: string
}

/** What the page says first. */
export function unsubscribeScreen(
  { description, isOff }: UnsubscribeLink,
  isJustDone: boolean,
): UnsubscribeScreen {
  if (isOff) {
    const title = isJustDone ? "You're unsubscribed" : "You're already unsubscribed"
    return { title, lead: `You won't get any more ${description}.` }
  }
  return {
    title: 'Unsubscribe?',
    lead: `Press the button and you won't get any more ${description}. Nothing else changes.`,
  }
}

/** Where it is turned on again. */
export const settingsPath = ({ kind }: UnsubscribeLink) =>
  kind === 'search' ? pagePaths.saved : pagePaths.emailSettings
