import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { type ChangeAccount, changedNames, type OwnAccount } from '#contract/own-account.ts'
import { apiPaths } from '#contract/paths.ts'
import { setFieldErrors } from '../forms/set-field-errors.ts'
import { useAccountMutation } from '../session/use-account-mutation.ts'
import { showToast } from '../ui/overlays/toast-store.ts'
import { useHydrated } from '../ui/use-hydrated.ts'
import { AccountForm } from './entrance/account-form.tsx'
import { NameFields } from './entrance/name-fields.tsx'

export function NamesForm({ account }: { account: OwnAccount }) {
  const { firstName, lastName } = account
  const form = useForm({
    values: { firstName, lastName },
    resolver: zodResolver(changedNames(account)),
    mode: 'onTouched',
  })
  const { mutateAsync: save } = useAccountMutation((api, names: ChangeAccount) =>
    api.patch(apiPaths.account, names),
  )
  const submit = (names: ChangeAccount) =>
    save(names).then(
      () => showToast({ variant: 'ok', text: 'Name saved.' }),
      (error) => setFieldErrors(form, error),
    )
  const isHydrated = useHydrated()
  return (
    <AccountForm form={form} onSubmit={submit} label="Save name" busyLabel="Saving…" compact>
      <fieldset disabled={!isHydrated} className="grid gap-x-4 gap-y-3 sm:grid-cols-2">
        <legend className="sr-only">Your name</legend>
        <NameFields enterKeyHint="go" />
      </fieldset>
    </AccountForm>
  )
}
