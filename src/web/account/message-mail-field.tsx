import { brand } from '#campus.ts'
import { formatHour } from '#contract/format-hour.ts'
import {
  type MessageMailSetting,
  messageMailSettings,
  unreadMinutesBeforeMail,
} from '#contract/message-rules.ts'
import type { OwnAccount } from '#contract/own-account.ts'
import { apiPaths } from '#contract/paths.ts'
import { quietHours } from '#contract/quiet-hours.ts'
import { errorMessage } from '../queries/api.ts'
import { useAccountMutation } from '../session/use-account-mutation.ts'
import { RadioGroup } from '../ui/controls/radio-group.tsx'
import { showToast } from '../ui/overlays/toast-store.ts'
import { useHydrated } from '../ui/use-hydrated.ts'

const [from, to] = [formatHour(quietHours.from), formatHour(quietHours.to)]

const texts: Record<MessageMailSetting, { label: string; help: string; saved: string }> = {
  soon: {
    label: 'Soon',
    help: `One email per conversation, once a message is unread for ${unreadMinutesBeforeMail} minutes. From ${from} to ${to} it waits until morning.`,
    saved: "We'll email you soon about unread messages.",
  },
  daily: {
    label: 'Daily',
    help: `Every day at ${to}, if you have unread messages.`,
    saved: "We'll email you once a day about unread messages.",
  },
  off: {
    label: 'Off',
    help: `You'll see new messages when you open ${brand}.`,
    saved: "We won't email you about messages.",
  },
}

const options = messageMailSettings.map((value) => ({ value, label: texts[value].label }))

/** Saved when one is chosen. */
export function MessageMailField({ account }: { account: OwnAccount }) {
  const { mutate, isPending, variables, error } = useAccountMutation(
    (api, mailMessages: MessageMailSetting) =>
      api.patch(apiPaths.account, { mailMessages }, { outlivesPage: true }),
    {
      // One after the other: of two quick presses the second counts.
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
