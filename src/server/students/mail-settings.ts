import type { ChangeAccount } from '#contract/own-account.ts'
import type { Db } from '../database/database.ts'
import type { SettingTopic } from '../mail/unsubscribe-links.ts'
import { type Account, findUser } from './user-queries.ts'

interface MailSetting {
  /** The description, as a part of a sentence. */
  description: string
  isOff: (account: Account) => boolean
  off: ChangeAccount
}

export const mailSettings: Record<SettingTopic['kind'], MailSetting> = {
  messages: {
    description: 'emails about unread messages',
    isOff: ({ mailMessages }) => mailMessages === 'off',
    off: { mailMessages: 'off' },
  },
  reminders: {
    description: 'reminders about your listings',
    isOff: ({ mailReminders }) => !mailReminders,
    off: { mailReminders: false },
  },
  saved: {
    description: 'emails about your saved searches and favourites',
    isOff: ({ mailSaved }) => !mailSaved,
    off: { mailSaved: false },
  },
  favourites: {
    description: 'emails about your favourites',
    isOff: ({ mailFavourites }) => !mailFavourites,
    off: { mailFavourites: false },
  },
  weekly: {
    description: 'emails about the last week, for admins',
    isOff: ({ mailWeekly }) => !mailWeekly,
    off: { mailWeekly: false },
  },
}

/** Whether these emails are turned off. They count as turned off for a deleted account. */
export async function isTurnedOff(db: Db, { kind, id }: SettingTopic): Promise<boolean> {
  const account = await findUser(db, id)
  return !account || mailSettings[kind].isOff(account)
}
