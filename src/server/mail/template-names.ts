import type { LogAction, Reading } from '#contract/moderation-rules.ts'

/** The name of every mail that is sent; logged. Each has a sample in `dev/mail-previews/mail-samples.ts`. */
export type TemplateName =
  | 'confirmation-code'
  | 'password-reset'
  | 'password-changed'
  | 'unread-messages'
  | 'listing-reminders'
  | 'saved-news'
  | 'still-looking'
  | `moderation-${Exclude<LogAction, 'appeal' | Reading>}`
  | 'moderation-waiting'
  | 'ask-if-gone'
  | `report-${'upheld' | 'upheld_later' | 'rejected' | 'closed' | 'left' | 'still_there' | 'sold' | 'expired'}`
