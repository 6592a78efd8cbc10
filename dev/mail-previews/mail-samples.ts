import type { TemplateName } from '#server/mail/render-mail.ts'
import type { MailLinks } from '#server/mail/unsubscribe-links.ts'
import { accountSamples } from './account-samples.ts'
import { listingSamples } from './listing-samples.ts'
import { moderationSamples } from './moderation-samples.ts'
import { operationsSamples } from './operations-samples.ts'
import { createSampleContext, type MailVariants } from './sample-context.ts'
import { savedSamples } from './saved-samples.ts'

/** Returns a sample of every email that we send, with invented people. A template without a sample does not compile. */
export function createMailSamples(
  links: MailLinks,
  now: number,
): Record<TemplateName, MailVariants> {
  const context = createSampleContext(links, now)
  return {
    ...accountSamples(context),
    ...listingSamples(context),
    ...moderationSamples(context),
    ...savedSamples(context),
    ...operationsSamples(context),
  }
}
