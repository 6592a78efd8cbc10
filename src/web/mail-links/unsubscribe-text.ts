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
    const title = isJustDone ? 'You are unsubscribed' : 'You are unsubscribed already'
    return { title, lead: `You get no more ${description}.` }
  }
  return {
    title: 'Unsubscribe?',
    lead: `Press the button, and you get no more ${description}. Everything else stays as it is.`,
  }
}

/** Where it is turned on again. */
export const settingsPath = ({ kind }: UnsubscribeLink) =>
  kind === 'search' ? pagePaths.saved : pagePaths.emailSettings
