import type { OwnAccount } from '#contract/own-account.ts'
import { apiPaths } from '#contract/paths.ts'
import { errorMessage } from '../api.ts'
import { Checkbox } from '../ui/checkbox.tsx'
import { showToast } from '../ui/toast-store.ts'
import { useHydrated } from '../ui/use-hydrated.ts'
import { hasMessages } from './has-messages.ts'
import { MessageMailField } from './message-mail-field.tsx'
import { useAccountMutation } from './use-account-mutation.ts'

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
            ? 'On: buyers can also write to you by email. Off: nobody sees your address, and buyers write to you in Quad.'
            : 'On: buyers can write to you. Off: nobody sees your address, so buyers cannot write to you.'
        }
        saved={(isOn) =>
          isOn ? 'Your listings show your address.' : 'Your listings no longer show your address.'
        }
      />
      <Setting
        name="mailReminders"
        account={account}
        label="Remind me of my listings by email"
        help="When one ends soon, has ended, or is pending for long: at most one mail a day."
        saved={(isOn) =>
          isOn ? 'We remind you of your listings.' : 'We no longer remind you of your listings.'
        }
      />
      <Setting
        name="mailSaved"
        account={account}
        label="Saved searches and favourites"
        help="Email me what my saved searches find, as often as each of them says. Off: no such mail at all."
        saved={(isOn) =>
          isOn
            ? 'We email you about your saved searches.'
            : 'We no longer email you about your saved searches and favourites.'
        }
      />
      <Setting
        name="mailFavourites"
        account={account}
        label="Price drops and sales of my favourites"
        help={
          account.mailSaved
            ? 'When the price of one drops, or it is pending, sold or back: at most one mail a day.'
            : 'Only while “Saved searches and favourites” is on.'
        }
        saved={(isOn) =>
          isOn ? 'We email you about your favourites.' : 'We no longer email you about favourites.'
        }
      />
      {withMessages && (
        <div className="mt-3 mb-2.5">
          <MessageMailField account={account} />
        </div>
      )}
    </div>
  )
}

/** Saved when it is ticked. */
function Setting({
  name,
  account,
  label,
  help,
  saved,
}: {
  name: 'showsEmail' | 'mailReminders' | 'mailSaved' | 'mailFavourites'
  account: OwnAccount
  label: string
  help: string
  saved: (isOn: boolean) => string
}) {
  const isHydrated = useHydrated()
  const { mutate, isPending, variables, error } = useAccountMutation(
    (api, isOn: boolean) => api.patch(apiPaths.account, { [name]: isOn }),
    {
      // One after the other: of two quick presses the second counts.
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
