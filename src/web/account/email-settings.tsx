import { campus } from '#campus/campus.ts'
import {
  type MessageMailSetting,
  messageMailSettings,
  unreadMinutesBeforeMail,
} from '#contract/message-rules.ts'
import type { OwnAccount } from '#contract/own-account.ts'
import { apiPaths } from '#contract/paths.ts'
import { formatHour } from '#format/format.ts'
import { quietHours } from '#format/quiet-hours.ts'
import { errorMessage } from '../queries/api.ts'
import { hasMessages } from '../session/has-messages.ts'
import { useAccountMutation } from '../session/use-account-mutation.ts'
import { Checkbox } from '../ui/controls/checkbox.tsx'
import { RadioGroup } from '../ui/controls/radio-group.tsx'
import { showToast } from '../ui/overlays/toast-store.ts'
import { useHydrated } from '../ui/use-hydrated.ts'

export function EmailSettings({ account }: { account: OwnAccount }) {
  const withMessages = hasMessages(account)
  return (
    <div className="-my-2.5 grid gap-2">
      <Setting
        name="showsEmail"
        account={account}
        label="Show my email address on my listings"
        help={
          withMessages
            ? `If this is off, buyers can only message you on ${campus.brand}.`
            : "If this is off, buyers can't contact you."
        }
        saved={(isOn) =>
          isOn ? 'Your listings show your email.' : 'Your listings no longer show your email.'
        }
      />
      <Setting
        name="mailReminders"
        account={account}
        label="Email me reminders about my listings"
        help="Sent when a listing is about to end, has ended or stays pending. One email a day at most."
        saved={(isOn) =>
          isOn
            ? "We'll remind you about your listings."
            : "We won't remind you about your listings."
        }
      />
      <Setting
        name="mailSaved"
        account={account}
        label="Email me about new matches"
        help="When something new fits a saved search, your housing request or your rental. Turning this off also stops emails about your favourites."
        saved={(isOn) =>
          isOn
            ? "We'll email you about your saved searches."
            : "We won't email you about saved searches and favourites."
        }
      />
      <div className="pl-6">
        <Setting
          name="mailFavourites"
          account={account}
          label="Email me about my favourites"
          help={
            account.mailSaved
              ? 'When a favourite drops in price, is pending, sells or is available again. At most one email a day.'
              : 'Only while “Email me about new matches” is on.'
          }
          saved={(isOn) =>
            isOn ? "We'll email you about your favourites." : "We won't email you about favourites."
          }
        />
      </div>
      {account.role === 'admin' && (
        <Setting
          name="mailWeekly"
          account={account}
          label="Weekly email for admins"
          help="How last week went, and what needs your attention. Sent on Monday mornings."
          saved={(isOn) =>
            isOn ? "We'll email you on Mondays." : "We won't email you about the last week."
          }
        />
      )}
      {withMessages && (
        <div className="mt-3 mb-3">
          <MessageMailField account={account} />
        </div>
      )}
    </div>
  )
}

/** A checkbox that saves at once. */
function Setting({
  name,
  account,
  label,
  help,
  saved,
}: {
  name: 'showsEmail' | 'mailReminders' | 'mailSaved' | 'mailFavourites' | 'mailWeekly'
  account: OwnAccount
  label: string
  help: string
  saved: (isOn: boolean) => string
}) {
  const isHydrated = useHydrated()
  const { mutate, isPending, variables, error } = useAccountMutation(
    (api, isOn: boolean) => api.patch(apiPaths.account, { [name]: isOn }, { outlivesPage: true }),
    {
      // Writes run one after the other, so that the second of two quick presses wins.
      scope: { id: name },
      onSuccess: (_, isOn) => showToast({ variant: 'ok', text: saved(isOn), key: name }),
    },
  )
  return (
    <div>
      <Checkbox
        label={label}
        help={help}
        checked={isPending ? variables : account[name]}
        disabled={!isHydrated}
        onChange={(event) => mutate(event.target.checked)}
      />
      <p role="alert" className="text-danger empty:hidden">
        {error && errorMessage(error)}
      </p>
    </div>
  )
}

const [from, to] = [formatHour(quietHours.from), formatHour(quietHours.to)]

const texts: Record<MessageMailSetting, { label: string; help: string; saved: string }> = {
  soon: {
    label: 'Soon',
    help: `We send one email per conversation once a message stays unread for ${unreadMinutesBeforeMail} minutes. From ${from} to ${to}, emails wait until morning.`,
    saved: "We'll email you soon about unread messages.",
  },
  daily: {
    label: 'Daily',
    help: `Every day at ${to}, if you have unread messages. Emails about your meetings don't wait for that.`,
    saved: "We'll email you once a day about unread messages.",
  },
  off: {
    label: 'Off',
    get help() {
      return `You'll see new messages when you open ${campus.brand}. We won't email you about meetings, even if one is cancelled.`
    },
    saved: "We won't email you about messages.",
  },
}

const options = messageMailSettings.map((value) => ({ value, label: texts[value].label }))

/** Radio buttons that save at once. */
function MessageMailField({ account }: { account: OwnAccount }) {
  const { mutate, isPending, variables, error } = useAccountMutation(
    (api, mailMessages: MessageMailSetting) =>
      api.patch(apiPaths.account, { mailMessages }, { outlivesPage: true }),
    {
      // Writes run one after the other, so that the second of two quick presses wins.
      scope: { id: 'mailMessages' },
      onSuccess: (_, setting) =>
        showToast({ variant: 'ok', text: texts[setting].saved, key: 'mailMessages' }),
    },
  )
  const chosen = isPending ? variables : account.mailMessages
  return (
    <fieldset disabled={!useHydrated()}>
      <RadioGroup
        name="mailMessages"
        label="Email me about unread messages"
        options={options}
        value={chosen}
        help={texts[chosen].help}
        error={error && errorMessage(error)}
        onChange={(event) => mutate(event.target.value as MessageMailSetting)}
      />
    </fieldset>
  )
}
