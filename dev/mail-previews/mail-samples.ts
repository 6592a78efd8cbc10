import type { TemplateName } from '#server/mail/render-mail.ts'
import type { MailLinks } from '#server/mail/unsubscribe-links.ts'
import { accountSamples } from './account-samples.ts'
import { listingSamples } from './listing-samples.ts'
import { moderationSamples } from './moderation-samples.ts'
import { createSampleContext, type MailVariants } from './sample-context.ts'
import { savedSamples } from './saved-samples.ts'

/** Every mail that is sent, about nobody; a template without one does not compile. */
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
  }
}
